/** `farebox tool`: tools that a team adds by a manifest. Commands on this machine; the other verbs belong to the operator API. */
import type { Command } from 'commander';
import type { Context } from '../program/context.ts';
import { addToolNew } from '../tool-new/command.ts';
import { addToolTest } from '../tool-test/command.ts';
import { addToolImport } from './import-commands.ts';
import type { LintFlags } from './lint.ts';

/** Creates the noun, before the commands of the operator API are added to it. */
export function addToolCommands(program: Command, context: Context): void {
  const group = program
    .command('tool')
    .summary('tools that a team adds by a manifest')
    .description('Tools that a team adds by a manifest: checked on this machine, published by the operator API.');
  group.commandsGroup('On your machine:');
  addLint(group, context);
  addToolImport(group, context);
  addToolTest(group, context);
  addToolNew(group, context);
  group.commandsGroup('Published tools, by the operator API (farebox profile add):');
}

function addLint(group: Command, context: Context): void {
  group
    .command('lint')
    .summary('check a manifest')
    .description(
      'Checks a manifest as publishing does, without any connection. Prints each problem with its line, its JSON Pointer and what to write instead. ' +
        'Ends with 1 if there is a problem.',
    )
    .argument('<file>', 'YAML or JSON file; - reads standard input')
    .option('--json', 'print the result as JSON')
    .action(async (file: string, flags: LintFlags) => (await import('./lint.ts')).lintTool(file, flags, context));
}
