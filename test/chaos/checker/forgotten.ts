/**
 * What a failover to a standby that lagged excuses, and nothing else: an execution that was accepted while the standby heard of nothing, and
 * that is not there; an intent of that time. Never an account, a charge, a second paid effect, nor anything said before or after.
 */
import type { Change, Cost, Evidence, Said } from './evidence.ts';

/** An id is drawn by a gateway, a moment before the commit. */
const DRAWN_BEFORE_MS = 2000;
/** What was delivered is put into the store, and then on record. */
const RECORDED_AFTER_MS = 2000;
/** Services that know a call again, and are asked. */
const ASKED_AGAIN: ReadonlySet<string> = new Set(['predictions']);

export interface Forgotten {
  /** Something of this time lies in the time whose commits are lost. */
  readonly overlaps: (since: string, until: string) => boolean;
  readonly isAfter: (at: string) => boolean;
  /** Accepted in that time, as far as anybody was told, and not there. */
  readonly isGone: (executionId: string) => boolean;
  /** Paid effects of that time, of executions that are there, before which no intent is on record: tokens. */
  readonly sent: ReadonlySet<string>;
  /** Its outcome may have been on record in that time only, and its service cannot be asked for it again. */
  readonly isOutcomeGone: (cost: Cost) => boolean;
}

const NOTHING: Forgotten = {
  overlaps: () => false,
  isAfter: () => false,
  isGone: () => false,
  sent: new Set(),
  isOutcomeGone: () => false,
};

export function forgottenIn({ run, executions, batches, client, history, costs }: Evidence): Forgotten {
  if (run.forgotten === null) return NOTHING;
  const [fromMs, untilMs] = [Date.parse(run.forgotten.from), Date.parse(run.forgotten.until)];
  const known = new Set([...executions, ...batches].map(({ id }) => id));
  const told = firstTold(client);
  const within = (ms: number, earlyMs = 0): boolean => ms >= fromMs - earlyMs && ms <= untilMs;
  const intents = intentsIn(history);
  const isForgotten = ({ token, at }: Cost): boolean =>
    known.has(executionOf(token)) && within(Date.parse(at)) && !((intents.get(token ?? '') ?? NaN) <= Date.parse(at));
  const recordedMs = ({ at, behaviour: { amount } }: Cost): number =>
    Date.parse(at) + (amount ?? 0) + RECORDED_AFTER_MS;
  return {
    isOutcomeGone: (cost) =>
      !ASKED_AGAIN.has(cost.provider) && Date.parse(cost.at) <= untilMs && recordedMs(cost) >= fromMs,
    sent: new Set(costs.filter(isForgotten).map(({ token }) => token ?? '')),
    overlaps: (since, until) => Date.parse(since) <= untilMs && Date.parse(until) >= fromMs,
    isAfter: (at) => Date.parse(at) > untilMs,
    isGone(id) {
      const first = told.get(id);
      if (known.has(id)) return false;
      if (first?.waited === false) return within(first.atMs);
      return within(drawnMs(id), DRAWN_BEFORE_MS) && !(first !== undefined && first.atMs < fromMs);
    },
  };
}

export const executionOf = (token: string | null): string => (token ?? '').split('.', 1).join();

/** When the first intent of each step was written down, in whole milliseconds, which is all that a provider's log has. */
export function intentsIn(history: readonly Change[]): ReadonlyMap<string, number> {
  const intents = new Map<string, number>();
  for (const { kind, new_status, execution_id, step, at } of history) {
    const token = `${execution_id}.${step}`;
    if (kind === 'step' && new_status === 'dispatching' && !intents.has(token))
      intents.set(token, Math.floor(Date.parse(at)));
  }
  return intents;
}

interface FirstTold {
  readonly atMs: number;
  /** It may have been kept back for a while, so that all it says is that the accept was no later. */
  readonly waited: boolean;
}

/** When a client first read an id in a response. */
function firstTold(client: readonly Said[]): ReadonlyMap<string, FirstTold> {
  const waiting = new Set(client.flatMap(({ request, waitSeconds }) => (waitSeconds === undefined ? [] : [request])));
  const told = new Map<string, FirstTold>();
  for (const { replyTo, id, at } of client)
    if (replyTo !== undefined && id !== undefined && !told.has(id))
      told.set(id, { atMs: Date.parse(at), waited: waiting.has(replyTo) });
  return told;
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const RANDOM_BITS = 80n;

/** Ids are UUIDs of version 7 in base32: their first 48 bits are milliseconds. */
function drawnMs(id: string): number {
  const digits = Array.from(id.slice('exe_'.length), (digit) => BigInt(DIGITS.indexOf(digit)));
  return Number(digits.reduce((value, digit) => value * 32n + digit, 0n) >> RANDOM_BITS);
}
