/**
 * I5 for responses about batches: none counts, sums up or ends more than had ended by the suite's own diary, and each way of reading shows a project its
 * own batches, once, in the same state.
 */
import type { Batch } from '../batch.ts';
import type { Json } from '../canonical.ts';
import { type Evidence, type Execution, isTerminal } from '../evidence.ts';
import { type Exchange, exchangesOf } from '../exchanges.ts';

/** Times of different processes differ by less. */
const SLACK_MS = 1000;

export function checkBatchesTold(evidence: Evidence): string[] {
  const { run, batches, client } = evidence;
  const rows = new Map(batches.map((batch) => [batch.id, batch]));
  const endOf = endsIn(evidence);
  // After a failover that lost commits, an execution may end once more, and later.
  const isComparable = run.clocksAgree && run.forgotten === null;
  const told = exchangesOf(client).flatMap((exchange) => {
    const row = rows.get(exchange.reply.id ?? '');
    return row === undefined || !isComparable ? [] : checkTold(exchange, row, endOf);
  });
  return [...told, ...checkLists(evidence, rows), ...checkReads(evidence, rows)];
}

interface End {
  readonly row: Execution;
  readonly atMs: number;
}

/** Ends by the diary. */
function endsIn({ executions, history }: Evidence): (id: string) => End | undefined {
  const ends = new Map(
    history
      .filter(
        ({ kind, old_status, new_status }) =>
          kind === 'execution' && old_status !== new_status && isTerminal(new_status),
      )
      .map(({ execution_id, at }) => [execution_id, Date.parse(at)]),
  );
  const rows = new Map(executions.map((row) => [row.id, row]));
  return (id) => {
    const [row, atMs] = [rows.get(id), ends.get(id)];
    return row === undefined || atMs === undefined ? undefined : { row, atMs };
  };
}

const ENDS = ['succeeded', 'failed', 'cancelled'] as const;

function checkTold({ act, request, reply: { data, at, id } }: Exchange, row: Batch, endOf: ReturnType<typeof endsIn>) {
  if (!act.startsWith('batch') || data === undefined || !('counts' in data)) return [];
  const ended = row.items.flatMap((item) => endOf(item) ?? []).filter(({ atMs }) => atMs <= Date.parse(at) + SLACK_MS);
  const counts = data['counts'] as Readonly<Record<string, number>>;
  const found = ENDS.flatMap((status) => {
    const most = ended.filter((end) => end.row.status === status).length;
    return (counts[status] ?? 0) > most ? [`${counts[status]} ${status}, and there were ${most}`] : [];
  });
  const charged = ended.reduce((sum, end) => sum + (end.row.charged_micros ?? 0), 0);
  if (Number(data['chargedMicros']) > charged)
    found.push(`${String(data['chargedMicros'])} charged, and it was ${charged}`);
  if (typeof data['finishedAt'] === 'string' && ended.length < row.items.length)
    found.push(`that it ended at ${data['finishedAt']}, and ${ended.length} of ${row.items.length} had`);
  return found.map((what) => `request ${request} was told of ${id} ${what}`);
}

type Rows = ReadonlyMap<string, Batch>;

function checkLists({ batchStates }: Evidence, rows: Rows): string[] {
  const foreign = batchStates
    .filter(({ id, projectId }) => (rows.get(id)?.project_id ?? projectId) !== projectId)
    .map(({ id, projectId }) => `${projectId} is shown ${id} of ${rows.get(id)?.project_id}`);
  const twice = [...Map.groupBy(batchStates, ({ id }) => id)]
    .filter(([, own]) => own.length > 1)
    .map(([id, own]) => `${id} is listed ${own.length} times`);
  return [...foreign, ...twice];
}

/** Nothing changes any more when batches are read one by one. */
function checkReads({ replies, executions }: Evidence, rows: Rows): string[] {
  const byId = new Map(executions.map((row) => [row.id, row]));
  return replies.batches.flatMap(({ id, counts, chargedMicros }) => {
    const own = rows.get(id)?.items.flatMap((item) => byId.get(item) ?? []);
    if (own === undefined) return [`the API has ${id}, the database has not`];
    const due: Json = Object.fromEntries(
      [...Map.groupBy(own, ({ status }) => status)].map(([status, each]) => [camelOf(status), each.length]),
    );
    const wrong = [...new Set([...Object.keys(counts), ...Object.keys(due)])].filter(
      (status) => (counts[status] ?? 0) !== (due[status] ?? 0),
    );
    const charged = own.reduce((sum, { charged_micros }) => sum + (charged_micros ?? 0), 0);
    return [
      ...wrong.map((status) => `${id} is read with ${counts[status]} ${status}, and has ${String(due[status])}`),
      ...(chargedMicros === charged ? [] : [`${id} is read with ${chargedMicros} charged, and it was ${charged}`]),
    ];
  });
}

const camelOf = (status: string): string => (status === 'needs_review' ? 'needsReview' : status);
