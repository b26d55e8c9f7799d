/**
 * I8 for the beginning of the work: an execution starts when the suite's own diary says that it runs, as every response shows; and a step is within
 * its execution, and does not end before it starts.
 */
import type { Json } from '../canonical.ts';
import { type Change, type Evidence, type Execution, isTerminal } from '../evidence.ts';
import { exchangesOf } from '../exchanges.ts';

/** A row has whole milliseconds, the diary has microseconds. */
const ROUNDING_MS = 1;
/** A worker's clock differs from the database's by less. */
const SLACK_MS = 1000;

/** The database mends times of a clock that was ahead, and after a failover that lost commits an execution may start once more. */
export function checkStarted(evidence: Evidence): string[] {
  const { run, executions, history } = evidence;
  if (!run.clocksAgree || run.forgotten !== null) return [];
  const runs = new Map<string, Change>();
  for (const change of history)
    if (change.kind === 'execution' && change.new_status === 'running' && !runs.has(change.execution_id))
      runs.set(change.execution_id, change);
  const rows = new Map(executions.map((row) => [row.id, row]));
  return [
    ...executions.flatMap((row) => checkRow(row, runs.get(row.id))),
    ...responsesIn(evidence).flatMap((data) => {
      const row = rows.get(String(data['id']));
      return row === undefined ? [] : checkResponse(data, row);
    }),
  ];
}

function checkRow({ id, started_at: started }: Execution, change: Change | undefined): string[] {
  if (change === undefined) return started === null ? [] : [`${id} started at ${started}, and never ran`];
  const [ms, span] = [Date.parse(started ?? ''), [Date.parse(change.began), Date.parse(change.at)]];
  return ms >= Math.min(...span) - ROUNDING_MS && ms <= Math.max(...span) + ROUNDING_MS
    ? []
    : [`${id} started at ${started}, and the diary says from ${change.began} to ${change.at}`];
}

/** Every response about one execution, to the client and to the checker. */
const responsesIn = ({ shown, client }: Evidence): Json[] => [
  ...shown.map(({ data }) => data),
  ...exchangesOf(client).flatMap(({ reply: { data } }) => (data !== undefined && 'startedAt' in data ? [data] : [])),
];

interface ShownStep {
  readonly startedAt?: string | null;
  readonly finishedAt?: string | null;
}

function checkResponse(data: Json, row: Execution): string[] {
  const { id, created_at: accepted, started_at: started, finished_at: ended } = row;
  const said = typeof data['startedAt'] === 'string' ? data['startedAt'] : null;
  const isSame = said === null || started === null ? said === started : Date.parse(said) === Date.parse(started);
  const found =
    !isTerminal(String(data['status'])) || isSame
      ? []
      : [`${id} is shown as started at ${said}, and was at ${started}`];
  const until = ended === null ? Infinity : Date.parse(ended) + SLACK_MS;
  for (const [index, step] of ((data['steps'] ?? []) as readonly ShownStep[]).entries()) {
    if (typeof step.startedAt !== 'string' || typeof step.finishedAt !== 'string') continue;
    const [from, to] = [Date.parse(step.startedAt), Date.parse(step.finishedAt)];
    if (from > to + SLACK_MS || from < Date.parse(accepted) - SLACK_MS || to > until)
      found.push(`step ${index} of ${id} is shown from ${step.startedAt} to ${step.finishedAt}`);
  }
  return found;
}
