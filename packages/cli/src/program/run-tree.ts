/** Runs the command line once and returns its exit code. Every failure becomes one line for a person; nothing is thrown. */
import { type Command, CommanderError } from 'commander';
import type { Context } from './context.ts';
import { CommandError, EXIT } from './exit-codes.ts';
import type { Grow } from './tree.ts';

/** @param create makes the command line. */
export async function runTree(
  create: (context: Context, grow?: Grow) => Command,
  args: readonly string[],
  context: Context,
): Promise<number> {
  try {
    const isCompleting = args[0] === 'complete';
    const grow = isCompleting ? (await import('../user/completions.ts')).addKnownTools : undefined;
    await create(context, grow).parseAsync([...args], { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError) return ofParser(error, context);
    context.tell(`farebox: ${reasonOf(error)}`);
    const log = logOf(error);
    if (log !== '') context.tell(log);
    return EXIT[error instanceof CommandError ? error.exit : 'failed'];
  }
}

/** Requested help is not a failure. If a command is missing, the help was printed as the response. */
function ofParser(error: CommanderError, { tell }: Context): number {
  if (error.exitCode === 0) return EXIT.done;
  if (error.code !== 'commander.help')
    tell(`farebox: ${error.message.replace(/^error: /, '').replaceAll('\n', ' ')}; see --help`);
  return EXIT.usage;
}

/** A refused connection to a host with several addresses contains one error per address. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** The log of a server that did not start, such as that of an EmbeddedPostgresError. */
const logOf = (error: unknown): string =>
  error instanceof Error && 'log' in error && typeof error.log === 'string' ? error.log : '';
