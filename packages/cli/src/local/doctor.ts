/** `farebox doctor` as a command: prints the findings as a table or as JSON, then the fixes. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Finding } from '../doctor/finding.ts';
import { type DataFlags, dataOptions } from '../options.ts';
import type { Context } from '../program/context.ts';
import { CommandError } from '../program/exit-codes.ts';

interface DoctorFlags extends DataFlags {
  readonly envFile?: string;
  readonly json?: boolean;
}

export function addDoctor(program: Command, context: Context): void {
  program
    .command('doctor')
    .summary('check a configuration from end to end')
    .description(
      'Checks everything that a system depends on: settings, database, migrations, Redis, files as a client fetches them, clocks, the gateway, sessions, external services, own tools, ffmpeg. ' +
        'Says how to fix each problem. Checks the system that npm start runs here, or the one that DATABASE_URL names.',
    )
    .option('--env-file <file>', 'file of settings as lines of NAME=value; they override the environment')
    .option('--data-dir <folder>', "data folder of an embedded system (default: .farebox in the project's folder)")
    .option('--json', 'print JSON: {"healthy", "findings": [{"what", "state", "detail", "mend"}]}')
    .action(async (flags: DoctorFlags) => {
      const { examine } = await import('../doctor/doctor.ts');
      const { environmentFor } = await import('../doctor/settings.ts');
      const { dataDirectory } = dataOptions(flags, context);
      await report(
        await examine(environmentFor({ dataDirectory, envFile: seenFrom(flags.envFile, context) }, context.env)),
        flags,
        context,
      );
    });
}

/** A relative path starts at the folder in which npm was called. */
const seenFrom = (path: string | undefined, { env }: Context): string | undefined =>
  path === undefined ? undefined : resolve(env['INIT_CWD'] ?? '.', path);

async function report(findings: readonly Finding[], { json = false }: DoctorFlags, { say }: Context): Promise<void> {
  const problems = findings.filter(({ state }) => state === 'failed');
  if (json) say(JSON.stringify({ healthy: problems.length === 0, findings }, null, 2));
  else say(await pageOf(findings));
  if (problems.length > 0)
    throw new CommandError('failed', `${problems.length} of ${findings.length} checks failed: ${whatOf(problems)}`);
}

const whatOf = (findings: readonly Finding[]): string => [...new Set(findings.map(({ what }) => what))].join(', ');

async function pageOf(findings: readonly Finding[]): Promise<string> {
  const { plain, table } = await import('../program/table.ts');
  const rows = findings.map(({ state, what, detail }) => [state, what, detail]);
  const mends = findings.flatMap((finding) => ('mend' in finding ? [`  ${finding.what}: ${plain(finding.mend)}`] : []));
  const all = table(['', 'what', 'found'], rows);
  return mends.length === 0 ? all : `${all}\n\nTo fix:\n${mends.join('\n')}`;
}
