/** The `farebox` command as a process: connects the terminal, the environment and the exit code. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { processContext } from './program/process-context.ts';
import { run } from './program/run.ts';

/** The project's folder, which also contains the bundles. A bundle that was copied elsewhere uses the current folder. */
function projectOf([, program = '']: readonly string[]): string {
  let folder = dirname(realpathSync(program));
  while (!existsSync(join(folder, 'pnpm-workspace.yaml'))) {
    if (folder === dirname(folder)) return process.cwd();
    folder = dirname(folder);
  }
  return folder;
}

process.exitCode = await run(process.argv.slice(2), processContext(projectOf(process.argv)));
