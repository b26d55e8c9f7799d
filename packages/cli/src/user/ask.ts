/** A person agrees to what costs much; a script says so beforehand. */
import { microsFrom, usdOf } from '../operator/usd.ts';
import type { Context } from '../program/context.ts';
import { CommandError } from '../program/exit-codes.ts';

const ASK_ABOVE_USD = '0.25';

export interface AskFlags {
  readonly askAbove?: number;
  readonly yes?: boolean;
}

/** Throws CommandError unless it is little, or somebody said yes. */
export async function agreed(
  maximumMicros: number,
  { askAbove, yes = false }: AskFlags,
  { ask, env }: Context,
): Promise<void> {
  const above = askAbove ?? microsFrom(env['FAREBOX_ASK_ABOVE'] ?? ASK_ABOVE_USD);
  if (yes || maximumMicros <= above) return;
  const what = `it may cost ${usdOf(maximumMicros)}, above ${usdOf(above)}`;
  if (ask === null)
    throw new CommandError('unconfirmed', `${what}, and nobody is there to agree: pass --yes or --ask-above`);
  const typed = await ask(`${what}. Type yes to go on: `);
  if (typed.trim().toLowerCase() !== 'yes') throw new CommandError('unconfirmed', 'nothing was sent');
}
