/** The `farebox` command as a process: the caller's terminal, environment and exit code. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { run } from './program/run.ts';
import { processStreams } from './program/streams.ts';

/** The project's folder, in which its bundles stand too; a bundle that was taken elsewhere works where it was called. */
function projectOf([, program = '']: readonly string[]): string {
  let folder = dirname(realpathSync(program));
  while (!existsSync(join(folder, 'pnpm-workspace.yaml'))) {
    if (folder === dirname(folder)) return process.cwd();
    folder = dirname(folder);
  }
  return folder;
}

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
  root: projectOf(process.argv),
  env: process.env,
  say: (text) => console.log(text),
  tell: (text) => console.error(text),
  ask: isPerson ? ask : null,
  streams: processStreams(isPerson),
});
