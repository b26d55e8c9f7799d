/** `farebox tool new`: added to the noun of ../tool/commands.ts. */
import type { Command } from 'commander';
import type { Context } from '../program/context.ts';
import type { NewFlags } from './tool-new.ts';

export function addToolNew(group: Command, context: Context): void {
  group
    .command('new')
    .summary('make the folder of a new tool')
    .description(
      'Makes a folder with a manifest and a runner, which farebox tool test accepts as they are. The name of the folder is the name of the tool; its first word is that of your team.',
    )
    .argument('<folder>', 'new folder, such as acme-describe')
    .option('--typescript', 'a runner in TypeScript, for Node 22.18 and later')
    .option('--python', 'a runner in Python, for 3.10 and later')
    .option('--pull', 'a runner that asks Farebox for its runs and needs no address, for a machine behind NAT')
    .option('--packages <folder>', 'use the runner packages that npm run packages has made there')
    .action(async (folder: string, flags: NewFlags) => (await import('./tool-new.ts')).newTool(folder, flags, context));
}
