/** The `farebox` command as a process: connects the terminal, the environment and the exit code. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { run } from './program/run.ts';
import { processStreams } from './program/streams.ts';

/** The project's folder, which also contains the bundles. A bundle that was copied elsewhere uses the current folder. */
function projectOf([, program = '']: readonly string[]): string {
  let folder = dirname(realpathSync(program));
  while (!existsSync(join(folder, 'pnpm-workspace.yaml'))) {
    if (folder === dirname(folder)) return process.cwd();
    folder = dirname(folder);
  }
  return folder;
}

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

process.exitCode = await run(process.argv.slice(2), {
  root: projectOf(process.argv),
  env: process.env,
  say: (text) => console.log(text),
  tell: (text) => console.error(text),
  ask: isPerson ? ask : null,
  streams: processStreams(isPerson),
});
