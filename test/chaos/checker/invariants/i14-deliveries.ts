/**
 * I14 for the number of webhooks: after a refusal the next attempt waits, as documented; once an endpoint has taken a message it is not sent without
 * end. No message comes before its end, with another time than it, or without a record of its delivery.
 */
import type { Delivery } from '../deliveries.ts';
import type { Evidence, Execution } from '../evidence.ts';
import type { Message } from '../told.ts';

/** Documented pauses before the second, third … attempt. */
const PAUSES_MS = [5000, 30_000, 60_000];
/** A keeper that died may have sent without a record; its lease is the longest pause that the documentation does not name. */
const LEASE_MS = 60_000;
const SLACK_MS = 1000;
/** Keepers that die, and responses that get lost, after an endpoint has taken a message. */
const REPEATS_MAX = 2;
/** The receiver refuses a message only once. */
const ATTEMPTS_MAX = 6;
const SIGNED_MS_MAX = 300_000;

export function checkDeliveries({ run, webhooks, deliveries, executions }: Evidence): string[] {
  const messages = webhooks.filter((line): line is Message => 'messageId' in line);
  const rows = new Map(executions.map((row) => [row.id, row]));
  const received = Map.groupBy(messages, ({ messageId }) => messageId);
  const paced = run.clocksAgree ? [...received].flatMap(([id, own]) => checkPace(id, own)) : [];
  const timed = messages.flatMap((message) => checkTimes(message, rows.get(message.id), run.clocksAgree));
  return [...paced, ...timed, ...checkRecords({ messages, deliveries, rows, clocksAgree: run.clocksAgree })];
}

function checkPace(id: string, unordered: readonly Message[]): string[] {
  const own = unordered.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const found: string[] = [];
  const first = own.findIndex(({ isTaken }) => isTaken);
  const repeats = first < 0 ? 0 : own.length - first - 1;
  if (repeats > REPEATS_MAX) found.push(`${id} was sent ${repeats} times more after it was taken`);
  if (own.length > ATTEMPTS_MAX) found.push(`${id} was sent ${own.length} times`);
  for (const [index, { at }] of own.entries()) {
    const next = own[index + 1];
    if (next === undefined) break;
    const pauseMs = Math.min(PAUSES_MS[index] ?? LEASE_MS, LEASE_MS) - SLACK_MS;
    const afterMs = Date.parse(next.at) - Date.parse(at);
    if (afterMs < pauseMs) found.push(`${id} was sent again after ${afterMs} ms, its attempt ${index + 2}`);
  }
  return found;
}

function checkTimes(
  { messageId, at, signedAt, endedAt }: Message,
  row: Execution | undefined,
  clocksAgree: boolean,
): string[] {
  if (row === undefined) return []; // the end of no execution is a breach of its own
  const found: string[] = [];
  const [ended, said] = [row.finished_at, endedAt].map((time) => Date.parse(time ?? ''));
  if (said !== ended) found.push(`${messageId} says that it ended at ${endedAt}, and it did at ${row.finished_at}`);
  if (!clocksAgree) return found;
  if (Date.parse(at) < (ended ?? NaN) - SLACK_MS)
    found.push(`${messageId} came at ${at}, before its end at ${row.finished_at}`);
  const ageMs = Date.parse(at) - Date.parse(signedAt);
  if (!(ageMs > -SLACK_MS && ageMs < SIGNED_MS_MAX))
    found.push(`${messageId} came at ${at} with a signature of ${signedAt}`);
  return found;
}

interface Recorded {
  readonly messages: readonly Message[];
  readonly deliveries: readonly Delivery[];
  readonly rows: ReadonlyMap<string, Execution>;
  readonly clocksAgree: boolean;
}

/** The list of deliveries that an operator sees is what the endpoint received. */
function checkRecords({ messages, deliveries, rows, clocksAgree }: Recorded): string[] {
  const received = Map.groupBy(messages, ({ projectId, id }) => `${projectId} ${id}`);
  const known = new Set(deliveries.map(({ project_id, execution_id }) => `${project_id} ${execution_id}`));
  const found = [...received.keys()]
    .filter((name) => !known.has(name))
    .map((name) => `${name} was sent, and no delivery is on record`);
  for (const { project_id, execution_id, event, attempts, delivered_at, next_at } of deliveries) {
    const row = rows.get(execution_id);
    const say = (what: string): void => void found.push(`the delivery of ${execution_id} to ${project_id} ${what}`);
    if (row?.project_id !== project_id || event !== `execution.${row.status}`)
      say(`is of ${event}, and it is ${row?.status} of ${row?.project_id}`);
    const own = received.get(`${project_id} ${execution_id}`) ?? [];
    const taken = own.filter(({ isTaken }) => isTaken).map(({ at }) => Date.parse(at));
    if (own.length > attempts) say(`says ${attempts} attempts, and ${own.length} came`);
    if (attempts > own.length + ATTEMPTS_MAX) say(`says ${attempts} attempts, and only ${own.length} came`);
    if (delivered_at === null) continue;
    if (taken.length === 0) say(`says that it was taken at ${delivered_at}, and it was not`);
    else if (clocksAgree && Date.parse(delivered_at) < Math.min(...taken) - SLACK_MS)
      say(`says that it was taken at ${delivered_at}, too early`);
    if (next_at !== null) say(`says that it was taken, and is to be sent again at ${next_at}`);
  }
  return found;
}
