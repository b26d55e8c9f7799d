/** `farebox tool test`: added to the noun of ../tool/commands.ts. */
import type { Command } from 'commander';
import type { Context } from '../program/context.ts';
import type { TestFlags } from './tool-test.ts';

export function addToolTest(group: Command, context: Context): void {
  group
    .command('test')
    .summary('test the runner of a tool')
    .description(
      'Runs the test cases of a manifest at its runner, with the sample files. Then it makes requests that go wrong on purpose, and prints each fault with what was seen and how to mend it, ' +
        'and the time and bytes of a unit. Starts the runner of the folder (npm start, or runner.py) with PORT and FAREBOX_RUNNER_SECRETS, or, if it is of kind pull, with FAREBOX_URL and FAREBOX_RUNNER_KEY. Needs no system. Ends with 1 if there is a fault.',
    )
    .argument('<folder>', 'folder with a manifest (farebox.yaml), or the manifest itself')
    .option('--runner <url>', 'test a runner that is running, with its secret in FAREBOX_RUNNER_SECRETS')
    .option(
      '--start <command>',
      'command that starts the runner on PORT, at the path of runner.url (default: what the folder has)',
    )
    .option('--secret-file <file>', 'file with the secret of --runner')
    .option('--json', 'print the result as JSON')
    .action(async (folder: string, flags: TestFlags) =>
      (await import('./tool-test.ts')).testTool(folder, flags, context),
    );
}
