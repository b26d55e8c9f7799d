/** Prints the skill: the instructions for agents that can run commands. */
import { guide } from './guide.ts';

process.stdout.write(`---
name: farebox
description: Runs paid tools for images, audio, video and text over the Farebox API (resize, convert, analyze, transcribe, generate and more). Use it when a task needs such a tool and FAREBOX_URL and FAREBOX_API_KEY are set.
---

# Farebox

Paid, asynchronous tools. Before each purchase, tell the user what it may cost, stay below the limit that the user gave you, and never buy anything
twice. List the tools with \`GET $FAREBOX_URL/tools\`.

${guide({ baseUrl: '$FAREBOX_URL' })}`);
