/** Breaches of the promises about batches. Only tests of the checks use them. */
import type { Batch } from './batch.ts';
import { bodySha256Of, type Json } from './canonical.ts';
import type { Evidence } from './evidence.ts';
import { showAgain } from './reordered.ts';
import type { Change, Mutable } from './mutable.ts';
import { AT, QUOTED, VERSION } from './sound-orders.ts';

const BATCH = 'bat_00000000000000000000000000';
const KEY = 'of-the-batch';

/** Makes the two ended executions of the run a batch, whose first response was lost; then its key is misused. */
export function makeABatch(evidence: Mutable<Evidence>): void {
  const { batches, batchStates, client, executions, replies } = evidence;
  const own = executions.filter(({ finished_at }) => finished_at !== null).slice(0, 2);
  const keys = new Set(own.map(({ idempotency_key }) => idempotency_key));
  const items = own.map((execution) => itemOf(evidence, execution.idempotency_key));
  for (const line of client.filter(({ idempotencyKey, act }) => act === 'execute' && keys.has(idempotencyKey ?? '')))
    Object.assign(line, { act: 'read', idempotencyKey: undefined });
  const maximum = own.reduce((total, { maximum_micros }) => total + maximum_micros, 0);
  const minimum = own.reduce((total, { minimum_micros }) => total + minimum_micros, 0);
  const agreed = { priceVersion: VERSION, maximumChargeMicros: maximum };
  const sent = { tool: 'image-generate', items: items.map(({ sent }) => ({ arguments: sent.arguments! })), ...agreed };
  own.forEach((execution, position) => {
    Object.assign(execution, { idempotency_key: `${BATCH}:${position}`, body_sha256: bodySha256Of(sent) });
  });
  const [{ project_id, key_lineage } = { project_id: '', key_lineage: '' }] = own;
  batches.push({
    id: BATCH,
    project_id,
    key_lineage,
    idempotency_key: KEY,
    body_sha256: bodySha256Of(sent),
    tool: 'image-generate',
    price_version: VERSION,
    executions: own.length,
    minimum_micros: minimum,
    maximum_micros: maximum,
    items: own.map(({ id }) => id),
    created_at: AT,
    cancel_requested_at: null,
  });
  replies.batches.push({ id: BATCH, cancelRequested: false, counts: { succeeded: 1, failed: 1 }, chargedMicros: 350 });
  const quoted = { ...QUOTED, model: null, minimumMicros: minimum, maximumMicros: maximum, lines: [] };
  const asked = {
    at: AT,
    act: 'batch',
    projectId: project_id,
    lineage: 0,
    idempotencyKey: KEY,
    ceilingMicros: maximum,
  };
  const terms = {
    sent,
    bodySha256: 'one',
    quoted: {
      ...quoted,
      items: items.map((item) => item.quoted),
      amounts: items.map(() => ({ model: 'standard', minimumChargeMicros: 100, maximumChargeMicros: 400 })),
    },
  };
  client.push({ ...asked, ...terms, request: 30 }, { at: AT, replyTo: 30, lost: 'hung up' });
  client.push(
    {
      ...asked,
      sent: { ...sent, maximumChargeMicros: maximum + 1 },
      bodySha256: 'two',
      act: 'batch-mismatch',
      request: 29,
    },
    { at: AT, replyTo: 29, status: 409, message: 'idempotency_key_conflict' },
  );
  const state = { ...stateOf(batches.at(-1)!), currency: 'USD' };
  client.push(
    { ...asked, ...terms, request: 31 },
    { at: AT, replyTo: 31, status: 202, id: BATCH, data: queued(state) },
  );
  batchStates.push({
    id: BATCH,
    projectId: project_id,
    polled: {
      ...state,
      counts: { ...NONE, succeeded: 1, failed: 1 },
      chargedMicros: 350,
      finishedAt: own[0]!.finished_at,
    },
    listed: state,
    results: own.map(({ id }, index) => ({ index, id })),
  });
}

function itemOf({ client }: Mutable<Evidence>, key: string) {
  const { sent, quoted } = client.find(({ act, idempotencyKey }) => act === 'execute' && idempotencyKey === key)!;
  return { sent: sent!, quoted: quoted! };
}

const NONE = { queued: 0, running: 0, needsReview: 0, succeeded: 0, failed: 0, cancelled: 0 };
const queued = (state: Json): Json => ({
  ...state,
  counts: { ...NONE, queued: 2 },
  chargedMicros: 0,
  finishedAt: null,
});

const stateOf = (batch: Batch): Json => ({
  id: batch.id,
  tool: batch.tool,
  priceVersion: batch.price_version,
  executionCount: batch.executions,
  minimumChargeMicros: batch.minimum_micros,
  maximumChargeMicros: batch.maximum_micros,
  createdAt: batch.created_at,
  cancelRequested: false,
});

export const ofABatch =
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
function cancelAnother(evidence: Mutable<Evidence>): void {
  const { client, executions } = evidence;
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
  showAgain(evidence);
}

function refuse({ client }: Mutable<Evidence>): void {
  for (const line of client.filter(({ replyTo }) => replyTo === 30 || replyTo === 31)) {
    delete (line as { lost?: string }).lost;
    delete (line as { id?: string }).id;
    line.status = 429;
    line.message = 'tool_unavailable';
  }
}
