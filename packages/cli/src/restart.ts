/**
 * Decides when to restart a crashed application. It is pure: it depends only on the number of recent crashes and the
 * length of the last run.
 */

export interface Attempts {
  /** Consecutive crashes without a healthy run between them. */
  readonly crashes: number;
}

export type Decision =
  | { readonly kind: 'restart'; readonly afterMs: number; readonly attempts: Attempts }
  | { readonly kind: 'give-up' };

export const NO_CRASHES: Attempts = { crashes: 0 };
/** A run this long counts as healthy and resets the number of crashes. */
export const HEALTHY_MS = 60_000;
export const CRASHES_MAX = 8;
const FIRST_PAUSE_MS = 250;
const PAUSE_MS_MAX = 10_000;

export function afterExit(attempts: Attempts, ranMs: number): Decision {
  const crashes = ranMs >= HEALTHY_MS ? 1 : attempts.crashes + 1;
  if (crashes > CRASHES_MAX) return { kind: 'give-up' };
  const afterMs = Math.min(FIRST_PAUSE_MS * 2 ** (crashes - 1), PAUSE_MS_MAX);
  return { kind: 'restart', afterMs, attempts: { crashes } };
}
