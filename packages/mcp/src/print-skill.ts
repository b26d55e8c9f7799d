/** Prints the skill: what an agent that can run commands is given to use the API. */
import { guide } from './guide.ts';

process.stdout.write(`---
name: farebox
description: Runs paid tools for images, sound, video and text over the Farebox API (resize, convert, analyze, transcribe, generate and more). Use it when a task needs such a tool and FAREBOX_URL and FAREBOX_API_KEY are set.
---

# Farebox

Paid, asynchronous tools. Say what a run may cost before you buy it, stay below the ceiling that the person gave you, and buy nothing twice. What tools there are: \`GET $FAREBOX_URL/tools\`.

${guide({ baseUrl: '$FAREBOX_URL' })}`);
