/**
 * I5 for batches: there is one for each project and Idempotency-Key, and every request for it gets the same response; either all
 * of its executions exist or none, each once and with its project and key; together they reserve the agreed amount and are
 * charged no more.
 */
import type { Batch } from '../batch.ts';
import type { Evidence, Execution } from '../evidence.ts';
import { type Exchange, exchangesOf } from '../exchanges.ts';
import { forgottenIn } from '../forgotten.ts';

/** Its batch, and its index in the batch. */
const OF_A_BATCH = /^(bat_[0-9a-z]{26}):(\d+)$/;
export const isOfBatch = ({ idempotency_key: key }: Execution): boolean => OF_A_BATCH.test(key);

export function checkBatches(evidence: Evidence): string[] {
  const { batches, executions, client } = evidence;
  const sent = Map.groupBy(
    exchangesOf(client).filter(({ act }) => act === 'batch'),
    ({ projectId, idempotencyKey }) => `${projectId} ${idempotencyKey}`,
  );
  const rows = Map.groupBy(batches, ({ project_id, idempotency_key }) => `${project_id} ${idempotency_key}`);
  const own = Map.groupBy(executions.filter(isOfBatch), ({ idempotency_key: key }) => OF_A_BATCH.exec(key)?.[1]);
  const known = new Set<string | undefined>(batches.map(({ id }) => id));
  const found = [...own.keys()]
    .filter((id) => !known.has(id))
    .map((id) => `there are executions of ${id}, and no batch`);
  for (const [key, made] of rows) {
    if (made.length > 1) found.push(`${made.length} batches for ${key}`);
    if (!sent.has(key)) found.push(`${made[0]?.id} exists, and no client requested ${key}`);
    for (const batch of made) found.push(...checkWhole(batch, own.get(batch.id) ?? [], sent.get(key) ?? []));
  }
  const { isGone } = forgottenIn(evidence);
  for (const [key, asked] of sent) found.push(...checkReplies(key, asked, { row: rows.get(key)?.[0], isGone }));
  return found;
}

function checkWhole(batch: Batch, own: readonly Execution[], asked: readonly Exchange[]): string[] {
  const { id, items, project_id: project, key_lineage: lineage, executions: size, maximum_micros: maximum } = batch;
  const found: string[] = [];
  const ordered = own.toSorted((a, b) => positionOf(a) - positionOf(b));
  const areAll = ordered.length === size && ordered.every((each, position) => positionOf(each) === position);
  if (!areAll || ordered.map((each) => each.id).join() !== items.join())
    found.push(`${id} is of ${size} executions, of which there are ${own.length}`);
  if (own.some((each) => each.project_id !== project || each.key_lineage !== lineage))
    found.push(`${id} has executions of another project or key`);
  const reserved = sum(own.map(({ maximum_micros }) => maximum_micros));
  const charged = sum(own.map(({ charged_micros }) => charged_micros ?? 0));
  const agreed = Math.min(...asked.map(({ ceilingMicros }) => ceilingMicros ?? 0));
  if (reserved !== maximum) found.push(`${id} says ${maximum}, and ${reserved} is reserved`);
  if (asked.length > 0 && Math.max(reserved, charged) > agreed)
    found.push(`${id} reserved ${reserved} and was charged ${charged}, the client agreed to ${agreed}`);
  return found;
}

const positionOf = ({ idempotency_key: key }: Execution): number => Number(OF_A_BATCH.exec(key)?.[2]);
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

interface Kept {
  readonly row: Batch | undefined;
  readonly isGone: (id: string) => boolean;
}

function checkReplies(key: string, asked: readonly Exchange[], { row, isGone }: Kept): string[] {
  const told = new Set(asked.flatMap(({ reply }) => reply.id ?? []));
  const found = [...told]
    .filter((id) => id !== row?.id && !isGone(id))
    .map((id) => `${key} was answered ${id}, the database has ${row?.id ?? 'none'}`);
  const isRefused = ({ reply: { status, accepted } }: Exchange): boolean =>
    status !== undefined && ((status >= 400 && status < 500) || accepted === false);
  if (row !== undefined && asked.every(isRefused))
    found.push(`every request for ${key} was refused, but ${row.id} exists`);
  return found;
}
