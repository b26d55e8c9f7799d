/** I14 for the order of a stream: after the end of an execution nothing else comes, no state comes that never was, and every project has a stream. */
import { type Evidence, isTerminal } from '../evidence.ts';
import type { Told } from '../told.ts';

/** A connection that broke may tell an end again. The faults of a run break far fewer. */
const TIMES_MAX = 100;

export function checkOrder({ told, history, run }: Evidence): string[] {
  if (told.length === 0) return [];
  const streaming = new Set(told.map(({ projectId }) => projectId));
  const silent = run.customers
    .filter(({ projectId }) => !streaming.has(projectId))
    .map(({ projectId }) => `${projectId} has no stream`);
  if (run.forgotten !== null) return silent; // what was told may have been lost
  const states = new Set(
    history.flatMap((change) => (change.kind === 'execution' ? `${change.execution_id} ${change.new_status}` : [])),
  );
  const byId = Map.groupBy(
    told.filter(({ id }) => id !== undefined),
    ({ id }) => id ?? '',
  );
  return [...silent, ...[...byId].flatMap(([id, own]) => checkOne(id, own, states))];
}

function checkOne(id: string, own: readonly Told[], states: ReadonlySet<string>): string[] {
  const found = own
    .filter(({ status }) => !states.has(`${id} ${status}`))
    .map(({ status }) => `${id} was sent as ${status}, which it never was`);
  const first = own.findIndex(({ status = '' }) => isTerminal(status));
  const end = own[first];
  if (end === undefined) return found;
  const after = own.slice(first);
  const other = after.find((each) => each.status !== end.status || each.chargedMicros !== end.chargedMicros);
  if (other !== undefined) found.push(`${id} was sent as ${end.status}, then as ${other.status}`);
  if (after.length > TIMES_MAX) found.push(`the end of ${id} was sent ${after.length} times`);
  return found;
}
