/**
 * I9 for cancels: a cancel that was answered 200 has an effect that lasts. The execution shows it for ever, one that had not begun is cancelled, no
 * paid call begins afterwards, and work on our own machines stops soon. A refused cancel has no effect, and is refused only for a reason that is true.
 */
import { type Change, type Evidence, type Execution, isTerminal } from '../evidence.ts';
import { type Exchange, exchangesOf } from '../exchanges.ts';
import { forgottenIn } from '../forgotten.ts';
import { grantedMs } from '../granted.ts';

/** Times of different processes differ by less. */
const SLACK_MS = 1000;
/** A worker looks several times a second, and keeps its lease of 3 s only by looking, so this time of the clock is enough on any machine. */
const STOPPED_MS_MAX = 9000;
/** Beside a fault it counts from the recovery, and the machine must also have given this time. */
const GRANTED_MS_MAX = 2500;
const FAULT_MS_MAX = 30_000;

interface Cancel {
  readonly exchange: Exchange;
  /** The response says that it was accepted. */
  readonly isTaken: boolean;
  /** The response says that it has no effect. */
  readonly isRefused: boolean;
}

export function checkCancels(evidence: Evidence): string[] {
  const { executions, batches, client } = evidence;
  const { isGone, overlaps } = forgottenIn(evidence);
  const exchanges = exchangesOf(client);
  const single = exchanges.filter(({ act, at, reply }) => act === 'cancel' && !overlaps(at, reply.at)).map(cancelOf);
  const whole = exchanges.filter(({ act }) => act === 'batch-cancel').map(cancelOf);
  const rows = new Map(executions.map((row) => [row.id, row]));
  const batchOf = new Map(batches.flatMap(({ id, items }) => items.map((item) => [item, id] as const)));
  const changes = Map.groupBy(evidence.history, ({ execution_id }) => execution_id);
  const bySingle = Map.groupBy(single, ({ exchange }) => exchange.executionId);
  const byBatch = Map.groupBy(whole, ({ exchange }) => exchange.asked.batchId);
  const seen = seenAfter(exchanges);
  const found = [...single, ...whole].flatMap((cancel) => checkReply(cancel, isGone));
  for (const row of executions) {
    const own = [...(bySingle.get(row.id) ?? []), ...(byBatch.get(batchOf.get(row.id) ?? '') ?? [])];
    const effect = { changes: changes.get(row.id) ?? [], shown: shownOf(evidence, row.id), evidence };
    found.push(...checkEffect(row, own, effect), ...seen(row, own));
  }
  for (const { exchange } of single.filter(({ isRefused }) => isRefused))
    found.push(...checkRefused(exchange, rows.get(exchange.executionId ?? ''), evidence));
  return [...found, ...checkBatches(evidence, byBatch)];
}

function cancelOf(exchange: Exchange): Cancel {
  const { status = 0 } = exchange.reply;
  return { exchange, isTaken: status === 200, isRefused: status >= 400 && status < 500 };
}

const shownOf = ({ replies }: Evidence, id: string): boolean | undefined =>
  replies.shown.find((shown) => shown.id === id)?.cancelRequested;

/** The response is about what was to be cancelled, and says that it is. */
function checkReply({ exchange, isTaken }: Cancel, isGone: (id: string) => boolean): string[] {
  const { request, executionId, asked, reply } = exchange;
  const wanted = executionId ?? asked.batchId ?? '';
  if (!isTaken || isGone(wanted)) return [];
  if (reply.id !== wanted) return [`request ${request} cancelled ${wanted}, and was answered ${reply.id}`];
  return reply.cancelRequested === true ? [] : [`request ${request} cancelled ${wanted}, which does not say so`];
}

interface Effect {
  readonly changes: readonly Change[];
  readonly shown: boolean | undefined;
  readonly evidence: Evidence;
}

function checkEffect(row: Execution, own: readonly Cancel[], { changes, shown, evidence }: Effect): string[] {
  const { id, cancel_requested_at: requestedAt } = row;
  const { clocksAgree } = evidence.run;
  const found: string[] = [];
  if (shown !== undefined && shown !== (requestedAt !== null))
    found.push(`${id} is shown with cancelRequested ${shown}, and it was requested at ${requestedAt}`);
  if (requestedAt !== null && own.length > 0 && own.every(({ isRefused }) => isRefused))
    found.push(`${id} was to be cancelled, and every request for it was refused`);
  const asked = Math.min(...own.filter(({ isRefused }) => !isRefused).map(({ exchange }) => Date.parse(exchange.at)));
  if (requestedAt !== null && clocksAgree && own.length > 0 && Date.parse(requestedAt) < asked - SLACK_MS)
    found.push(`${id} was to be cancelled at ${requestedAt}, before anybody asked`);
  for (const { exchange } of own.filter(({ isTaken }) => isTaken)) {
    const { request, reply, act } = exchange;
    // An item that had ended is not cancelled with its batch.
    const hadEnded = act === 'batch-cancel' && wasEnded(changes, reply.at);
    if (requestedAt === null && !hadEnded)
      found.push(`request ${request} cancelled ${id}, and nothing of it is on record`);
    else if (requestedAt !== null && clocksAgree && Date.parse(requestedAt) > Date.parse(reply.at) + SLACK_MS)
      found.push(`request ${request} cancelled ${id}, which was on record only at ${requestedAt}`);
    if (!hadEnded && clocksAgree) found.push(...checkStopped(row, changes, { exchange, evidence }));
  }
  return found;
}

const wasEnded = (changes: readonly Change[], at: string): boolean =>
  changes.some(
    ({ kind, new_status, at: ended }) =>
      kind === 'execution' && isTerminal(new_status) && Date.parse(ended) <= Date.parse(at) + SLACK_MS,
  );

/** After the response nothing begins: no work of a queued execution, and no paid call. */
function checkStopped(
  row: Execution,
  changes: readonly Change[],
  { exchange: { request, reply }, evidence }: { readonly exchange: Exchange; readonly evidence: Evidence },
): string[] {
  const { id, status, plan, finished_at: finishedAt } = row;
  const saidMs = Date.parse(reply.at);
  const later = changes.filter(({ at }) => Date.parse(at) > saidMs);
  const begun = changes.find(({ kind, new_status }) => kind === 'execution' && new_status === 'running');
  const found: string[] = [];
  const wasQueued = begun === undefined || Date.parse(begun.at) > saidMs;
  if (wasQueued && status !== 'cancelled')
    found.push(`request ${request} cancelled ${id} before it began, and it is ${status}`);
  if (reply.executionStatus === 'cancelled' && status !== 'cancelled')
    found.push(`request ${request} was answered that ${id} is cancelled, and it is ${status}`);
  const called = later.filter(
    ({ kind, old_status, new_status }) => kind === 'step' && old_status === null && new_status === 'dispatching',
  );
  for (const { step } of called)
    found.push(`request ${request} cancelled ${id}, and its step ${step} was begun afterwards`);
  const isOurs = plan.every(({ engine }) => engine !== 'provider');
  if (status === 'succeeded' && isOurs && wentOn(evidence, saidMs, Date.parse(finishedAt ?? '')))
    found.push(`request ${request} cancelled ${id}, which went on until ${finishedAt} and succeeded`);
  return found;
}

function wentOn({ run, faults }: Evidence, saidMs: number, endMs: number): boolean {
  // The matrix does not log when a fault struck: it may have been at any time.
  const isFar = (ms: number): boolean => ms <= saidMs - FAULT_MS_MAX || ms >= endMs;
  const isDisturbed = faults.some(({ at }) => !isFar(Date.parse(at)));
  const fromMs = isDisturbed ? Math.max(saidMs, Date.parse(run.recoveredAt)) : saidMs;
  return endMs - fromMs > STOPPED_MS_MAX && !(isDisturbed && grantedMs(run.machine, fromMs, endMs) <= GRANTED_MS_MAX);
}

const REASONS: Readonly<Record<string, string>> = {
  execution_already_finished: 'ended',
  execution_cancel_forbidden: 'another key',
  execution_not_found: 'unknown',
};

/** A cancel is refused only if the execution had ended otherwise, or if the key had no right to it. */
function checkRefused(exchange: Exchange, row: Execution | undefined, { run, executions }: Evidence): string[] {
  const { request, executionId, asked, projectId, reply } = exchange;
  const reason = REASONS[reply.message ?? ''];
  if (reply.message === 'rate_limit_exceeded') return [];
  if (reason === undefined)
    return [`request ${request} to cancel ${executionId} was answered ${reply.status} ${reply.message}`];
  if (reason === 'unknown')
    return row === undefined ? [] : [`request ${request} was answered that there is no ${executionId}`];
  const customer = run.customers.find((each) => each.projectId === projectId);
  const isAnother = row !== undefined && customer?.lineages[asked.lineage ?? -1] !== row.key_lineage;
  if (reason === 'another key')
    return isAnother ? [] : [`request ${request} was not allowed to cancel ${executionId}, which its own key made`];
  const ended = executions.find(({ id }) => id === executionId);
  const isTrue = ended?.status === 'succeeded' || ended?.status === 'failed';
  const wasThen = !run.clocksAgree || Date.parse(ended?.finished_at ?? '') <= Date.parse(reply.at) + SLACK_MS;
  return isTrue && wasThen
    ? []
    : [
        `request ${request} was answered that ${executionId} had ended, and it is ${ended?.status} since ${ended?.finished_at}`,
      ];
}

/** Every later response about the execution shows the request. */
function seenAfter(exchanges: readonly Exchange[]) {
  const byId = Map.groupBy(
    exchanges.filter(({ reply }) => reply.id !== undefined && reply.cancelRequested !== undefined),
    ({ reply }) => reply.id,
  );
  return ({ id }: Execution, own: readonly Cancel[]): string[] => {
    const taken = own.filter(({ isTaken, exchange }) => isTaken && exchange.act === 'cancel');
    const first = Math.min(...taken.map(({ exchange }) => exchange.repliedAt));
    return (byId.get(id) ?? [])
      .filter(({ askedAt, reply }) => askedAt > first && reply.cancelRequested === false)
      .map(({ request }) => `request ${request} was answered that nobody cancelled ${id}, after a cancel was accepted`);
  };
}

function checkBatches(
  { batches, replies }: Evidence,
  byBatch: ReadonlyMap<string | undefined, readonly Cancel[]>,
): string[] {
  return batches.flatMap(({ id, cancel_requested_at: requestedAt }) => {
    const own = byBatch.get(id) ?? [];
    const shown = replies.batches.find((batch) => batch.id === id)?.cancelRequested;
    const found: string[] = [];
    if (requestedAt === null && own.some(({ isTaken }) => isTaken))
      found.push(`a cancel of ${id} was accepted, and nothing of it is on record`);
    if (requestedAt !== null && own.every(({ isRefused }) => isRefused))
      found.push(`${id} was to be cancelled, and nobody asked`);
    if (shown !== (requestedAt !== null))
      found.push(`${id} is shown with cancelRequested ${shown}, and it was requested at ${requestedAt}`);
    return found;
  });
}
