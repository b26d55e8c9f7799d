/** Asks a person to confirm a high cost. A script confirms in advance with a flag. */
import { microsFrom, usdOf } from '../operator/usd.ts';
import type { Context } from '../program/context.ts';
import { CommandError } from '../program/exit-codes.ts';

const ASK_ABOVE_USD = '0.25';
/** An empty value is an error and not the default: it may be a lower limit that a script failed to fill in. */
const VARIABLE = 'FAREBOX_ASK_ABOVE';

export interface AskFlags {
  readonly askAbove?: number;
  readonly yes?: boolean;
}

/** Throws CommandError unless the cost is low or was confirmed. */
export async function agreed(
  maximumMicros: number,
  { askAbove, yes = false }: AskFlags,
  { ask, env }: Context,
): Promise<void> {
  const above = askAbove ?? microsFrom(env[VARIABLE] ?? ASK_ABOVE_USD, VARIABLE);
  if (yes || maximumMicros <= above) return;
  await confirmed(`it may cost ${usdOf(maximumMicros)}, above ${usdOf(above)}`, '--yes or --ask-above', ask);
}

/** @param flags confirm it in advance. Throws CommandError unless a person types yes. */
export async function confirmed(what: string, flags: string, ask: Context['ask']): Promise<void> {
  if (ask === null)
    throw new CommandError('unconfirmed', `${what}, and there is no terminal to confirm it: pass ${flags}`);
  const typed = await ask(`${what}. Type yes to continue: `);
  if (typed.trim().toLowerCase() !== 'yes') throw new CommandError('unconfirmed', 'not confirmed: nothing was sent');
}
