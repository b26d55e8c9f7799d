/** The context of a command that runs as a process: its terminal and its environment. */
import { createInterface } from 'node:readline/promises';
import type { Context } from './context.ts';
import { processStreams } from './streams.ts';

/** Questions need a person who can see and answer them. A script would wait forever. */
const isPerson = process.stdin.isTTY && process.stderr.isTTY;

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/** @param root the project's folder, or the current one outside of it. */
export const processContext = (root: string, env: Context['env'] = process.env): Context => ({
  root,
  env,
  say: (text) => console.log(text),
  tell: (text) => console.error(text),
  ask: isPerson ? ask : null,
  streams: processStreams(isPerson),
});
