/** Breaches of the promises about batches. Only tests of the checks use them. */
import type { Evidence } from './evidence.ts';
import type { Change, Mutable } from './seeded-breaches.ts';

const AT = '2026-11-21T08:00:00.000Z';
const BATCH = 'bat_00000000000000000000000000';
const KEY = 'of-the-batch';

/** Makes the two ended executions of the run a batch. */
export function makeABatch({ batches, client, executions }: Mutable<Evidence>): void {
  const own = executions.filter(({ finished_at }) => finished_at !== null).slice(0, 2);
  const keys = new Set(own.map(({ idempotency_key }) => idempotency_key));
  for (const line of client.filter(({ idempotencyKey, act }) => act === 'execute' && keys.has(idempotencyKey ?? '')))
    Object.assign(line, { act: 'read', idempotencyKey: undefined });
  own.forEach((execution, position) => (execution.idempotency_key = `${BATCH}:${position}`));
  const [{ project_id, key_lineage } = { project_id: '', key_lineage: '' }] = own;
  const maximum = own.reduce((total, { maximum_micros }) => total + maximum_micros, 0);
  batches.push({
    id: BATCH,
    project_id,
    key_lineage,
    idempotency_key: KEY,
    executions: own.length,
    maximum_micros: maximum,
    items: own.map(({ id }) => id),
  });
  const asked = {
    at: AT,
    act: 'batch',
    projectId: project_id,
    lineage: 0,
    idempotencyKey: KEY,
    ceilingMicros: maximum,
  };
  client.push({ ...asked, request: 30 }, { at: AT, replyTo: 30, lost: 'hung up' });
  client.push({ ...asked, request: 31 }, { at: AT, replyTo: 31, status: 202, id: BATCH });
}

const ofABatch =
  (change: Change): Change =>
  (evidence) => {
    makeABatch(evidence);
    change(evidence);
  };

export const BATCH_BREACHES: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I5', 'half a batch', ofABatch(({ batches }) => (batches[0]!.executions = 3))],
  ['I5', 'two batches of a key', ofABatch(({ batches }) => batches.push({ ...batches[0]! }))],
  ['I5', 'a batch that was answered, and is not there', ofABatch(({ client }) => (client.at(-1)!.id = 'bat_other'))],
  ['I5', 'a batch above its ceiling', ofABatch(({ client }) => (client.at(-2)!.ceilingMicros! -= 1))],
  ['I5', 'a batch that was refused', ofABatch(refuse)],
  ['I9', 'a cancel of another batch', ofABatch(cancelAnother)],
  ['I5', 'executions of a batch that is not there', ofABatch(({ batches }) => batches.pop())],
  ['I5', 'a batch of what another project asked for', ofABatch(({ batches }) => (batches[0]!.project_id = 'proj_2'))],
];

/** Cancels the batch's executions although another batch was to be cancelled. */
function cancelAnother({ client, executions }: Mutable<Evidence>): void {
  const own = executions.find(({ idempotency_key: key }) => key.startsWith(BATCH));
  own!.cancel_requested_at = AT;
  client.push({
    at: AT,
    act: 'batch-cancel',
    projectId: own!.project_id,
    lineage: 0,
    batchId: 'bat_other',
    request: 32,
  });
}

function refuse({ client }: Mutable<Evidence>): void {
  for (const line of client.filter(({ replyTo }) => replyTo === 30 || replyTo === 31)) {
    delete (line as { lost?: string }).lost;
    delete (line as { id?: string }).id;
    line.status = 429;
    line.message = 'insufficient_balance';
  }
}
