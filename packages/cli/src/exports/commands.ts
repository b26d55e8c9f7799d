/** `farebox export download`: the only export command that makes more than one request. */
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

/** Adds the command to the group that the routes created. */
export function addExportCommands(program: Command, context: Context): void {
  program.commands
    .find((command) => command.name() === 'export')
    ?.command('download')
    .summary('download an export into a folder')
    .description(
      'Downloads all parts of a succeeded export, and all files that it names and that still exist. Compares each with its SHA-256. ' +
        'Files that are already in the folder are skipped: repeat the command to continue.',
    )
    .argument('<export>', 'id of the export')
    .requiredOption('--into <folder>', 'folder to write to; created if missing (required)')
    .option('--project <id>', "id of the project (default: that of the profile, or the demo's)")
    .option('--json', 'print JSON: {"fetched", "kept"}')
    .option('--profile <name>', 'use another system (farebox profile add)')
    .option('--data-dir <folder>', "use the system of this folder (default: .farebox in the project's folder)")
    .addOption(new Option('--as <subject>', 'embedded mode: subject of the session (default: an operator)'))
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
          : `${folder}: ${fetched} files downloaded, ${kept} were already there. The folder contains all data of the project: keep it private.`,
      );
    });
}
