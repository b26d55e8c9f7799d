/** `farebox export download`: the one command of exports that is more than a request. */
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Context } from '../program/context.ts';
import { UsageError } from '../program/exit-codes.ts';
import { type TargetFlags, targetFor } from '../remote/target.ts';

interface Flags extends TargetFlags {
  readonly into: string;
  readonly project?: string;
  readonly json?: boolean;
}

/** Into the group that the routes have made. */
export function addExportCommands(program: Command, context: Context): void {
  program.commands
    .find((command) => command.name() === 'export')
    ?.command('download')
    .summary('fetch an export into a folder')
    .description(
      'Fetches every part of an export that has succeeded, and every file that it names and that is still kept, and compares each with its SHA-256. ' +
        'What is there already is not fetched again: repeat the command to go on.',
    )
    .argument('<export>', 'its id')
    .requiredOption('--into <folder>', 'where to write it; made where there is none (required)')
    .option('--project <id>', "the project (default: that of the profile, or the demo's)")
    .option('--json', 'for programs: {"fetched", "kept"}')
    .option('--profile <name>', 'another system (farebox profile add)')
    .option('--data-dir <folder>', "the system of this folder (default: .farebox in the project's folder)")
    .addOption(new Option('--as <subject>', 'in the embedded mode: whose session (default: an operator)'))
    .action(async (exportId: string, flags: Flags) => {
      const target = await targetFor(flags, context);
      const projectId = flags.project ?? target.project;
      if (projectId === null) throw new UsageError('name the project: --project <id>');
      const { downloadExport } = await import('./download.ts');
      const folder = resolve(context.env['INIT_CWD'] ?? '.', flags.into);
      const { fetched, kept } = await downloadExport({ target, projectId, exportId, folder });
      context.say(
        flags.json === true
          ? JSON.stringify({ fetched, kept })
          : `${folder}: ${fetched} fetched, ${kept} there already. It holds all that the project has: keep it private.`,
      );
    });
}
