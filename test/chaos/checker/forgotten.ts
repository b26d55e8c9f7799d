/**
 * Everything that a failover to a lagging standby excuses: an execution that was accepted within the lost time and does not exist afterwards, an
 * intent of that time, and an end of that time that was reached again. It never excuses a wrong account, a wrong charge, a second paid effect, or
 * an event before or after that time.
 */
import type { Change, Cost, Evidence, Said } from './evidence.ts';

/** A gateway draws an id shortly before the commit. */
const DRAWN_BEFORE_MS = 2000;
/** An outcome is put into the store before it is recorded. */
const RECORDED_AFTER_MS = 2000;
/** Providers that recognise a repeated call and can look it up. */
const ASKED_AGAIN: ReadonlySet<string> = new Set(['predictions']);

export interface Forgotten {
  /** Whether a part of this time lies within the lost time. */
  readonly overlaps: (since: string, until: string) => boolean;
  readonly isAfter: (at: string) => boolean;
  /** Whether the execution was accepted within the lost time, as far as clients know, and does not exist. */
  readonly isGone: (executionId: string) => boolean;
  /** Whether an end was told within the lost time, of an execution that ended again later, or has not. */
  readonly isEndGone: (toldAt: string, endedAt: string | null) => boolean;
  /** Tokens of paid effects within the lost time, of executions that exist, without an earlier intent on record. */
  readonly sent: ReadonlySet<string>;
  /** Whether the outcome may have been recorded only within the lost time, and its provider cannot look it up. */
  readonly isOutcomeGone: (cost: Cost) => boolean;
}

const NOTHING: Forgotten = {
  overlaps: () => false,
  isAfter: () => false,
  isGone: () => false,
  isEndGone: () => false,
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
    isEndGone: (toldAt, endedAt) => within(Date.parse(toldAt)) && (endedAt === null || Date.parse(endedAt) > untilMs),
    isGone(id) {
      const first = told.get(id);
      if (known.has(id)) return false;
      if (first?.waited === false) return within(first.atMs);
      return within(drawnMs(id), DRAWN_BEFORE_MS) && !(first !== undefined && first.atMs < fromMs);
    },
  };
}

export const executionOf = (token: string | null): string => (token ?? '').split('.', 1).join();

/** The time of the first intent of each step, in whole milliseconds like a provider's log. */
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
  /** The response may have waited, so it shows only that the accept was no later. */
  readonly waited: boolean;
}

/** The time at which a client first read each id in a response. */
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
