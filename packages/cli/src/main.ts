/** The `tollgate` command as a process: the caller's terminal, environment and exit code. */
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { run } from './program/run.ts';
import { processStreams } from './program/streams.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Only where a person sees the question and can type: a script that is asked would wait for ever. */
const isPerson = process.stdin.isTTY && process.stderr.isTTY;

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

process.exitCode = await run(process.argv.slice(2), {
  root: ROOT,
  env: process.env,
  say: (text) => console.log(text),
  tell: (text) => console.error(text),
  ask: isPerson ? ask : null,
  streams: processStreams(isPerson),
});
