/** The current progress of an accepted call: a pure function of the recorded effect, so a restart changes nothing. */
import type { Effect } from './journal/effects.ts';

export type Progress =
  | { readonly kind: 'hidden' | 'working'; /** Null: it never will be. */ readonly readyInMs: number | null }
  | { readonly kind: 'done' | 'moderated' | 'canceled' };

/** Predictions are polled, so they always take a moment. */
const PREDICTION_MS = 200;

export function progressOf(effect: Effect, now: number): Progress {
  const { behaviour, canceledAt, acceptedAt } = effect;
  if (canceledAt !== null) return { kind: 'canceled' };
  const durationMs = durationMsOf(effect);
  const readyInMs = durationMs === null ? null : acceptedAt.getTime() + durationMs - now;
  if (readyInMs === null || readyInMs > 0) return { kind: behaviour.name === 'late' ? 'hidden' : 'working', readyInMs };
  return { kind: behaviour.name === 'moderated' || behaviour.name === 'moderated-billed' ? 'moderated' : 'done' };
}

/** Milliseconds since its end, if it has ended. */
export function endedMsAgo(effect: Effect, now: number): number {
  const { canceledAt, acceptedAt } = effect;
  return now - (canceledAt?.getTime() ?? acceptedAt.getTime() + (durationMsOf(effect) ?? Infinity));
}

function durationMsOf({ provider, behaviour: { name, amount } }: Effect): number | null {
  if (name === 'slow' || (name === 'cost-unstated' && amount !== null)) return amount;
  if (name === 'late' || name === 'hang') return amount === null ? null : amount * 1000;
  return provider === 'predictions' ? PREDICTION_MS : 0;
}
