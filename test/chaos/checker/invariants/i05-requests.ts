/**
 * I5 for requests: what exists is what the client sent. The database keeps the digest of exactly that body, no response names an execution or
 * a batch to a request with another body or from another key, and nothing is accepted before it was requested or after it was reported.
 */
import { bodySha256Of } from '../canonical.ts';
import type { Evidence } from '../evidence.ts';
import { type Exchange, exchangesOf } from '../exchanges.ts';
import { forgottenIn } from '../forgotten.ts';
import { agentKeyOf } from '../forms.ts';
import { orderedIn, orderKeyOf } from '../orders.ts';
import { isVerdict } from './i05-acceptance.ts';

export function checkRequests(evidence: Evidence): string[] {
  const { client, batches } = evidence;
  const bodies = orderedIn(evidence)
    .filter(([execution, order]) => order.bodySha256 !== execution.body_sha256)
    .map(([{ id }]) => `${id} is kept with the digest of another body than the client sent`);
  const byBatch = Map.groupBy(
    exchangesOf(client).filter(({ act }) => act === 'batch' || act === 'batch-mismatch'),
    ({ projectId, idempotencyKey }) => `${projectId} ${idempotencyKey}`,
  );
  const ofBatches = batches.flatMap((batch) => checkBatch(batch, byBatch.get(orderKeyOf(batch)) ?? []));
  const misused = [...byBatch.values()].flatMap((sent) => sent.flatMap(checkMisuse));
  return [...bodies, ...ofBatches, ...misused, ...sameBodies(client), ...checkTimes(evidence)];
}

type Kept = Pick<Evidence['batches'][number], 'id' | 'body_sha256'>;

/** Every request that was answered with the batch has the body that is kept. */
function checkBatch({ id, body_sha256: kept }: Kept, sent: readonly Exchange[]): string[] {
  return sent
    .filter(({ act, reply }) => act === 'batch' || reply.id === id)
    .filter(({ asked }) => bodySha256Of(asked.sent ?? {}) !== kept)
    .map(({ request }) => `${id} is kept with the digest of another body than request ${request} sent`);
}

function checkMisuse({ act, request, reply, idempotencyKey }: Exchange): string[] {
  if (act !== 'batch-mismatch') return [];
  if (reply.id !== undefined)
    return [`request ${request} misused ${idempotencyKey}, the key of a batch, and was answered ${reply.id}`];
  return isVerdict(reply)
    ? []
    : [
        `request ${request} misused ${idempotencyKey}, the key of a batch, and was answered ${reply.status} ${reply.message}, not 409`,
      ];
}

/** All requests that were answered with one id had the same bytes and came from the same key. */
function sameBodies(client: Evidence['client']): string[] {
  const named = exchangesOf(client).filter(
    ({ act, reply }) => reply.id !== undefined && (act === 'execute' || act === 'batch'),
  );
  return [...Map.groupBy(named, ({ reply }) => reply.id ?? '')].flatMap(([id, sent]) => {
    const forms = new Set(
      sent.map(({ asked }) => [asked.projectId, asked.lineage, asked.idempotencyKey, asked.bodySha256].join(' ')),
    );
    return forms.size === 1 ? [] : [`${id} was answered to ${forms.size} different requests`];
  });
}

/** An accept is dated by the start of its transaction, a request by its first byte. */
const TOLERANCE_MS = 1000;

function checkTimes(evidence: Evidence): string[] {
  const { run, executions, batches, client } = evidence;
  if (!run.clocksAgree) return [];
  const { isGone } = forgottenIn(evidence);
  const asked = Map.groupBy(
    exchangesOf(client).filter(({ act }) => act === 'execute' || act === 'batch' || act === 'agent'),
    ({ act, projectId, idempotencyKey, quoteId = '' }) =>
      `${projectId} ${act === 'agent' ? agentKeyOf(quoteId) : idempotencyKey}`,
  );
  return [...executions, ...batches].flatMap((row) => {
    const sent = asked.get(orderKeyOf(row)) ?? [];
    const [at, from] = [Date.parse(row.created_at), Math.min(...sent.map((each) => Date.parse(each.at)))];
    const told = sent.flatMap(({ reply }) => (reply.id === row.id && !isGone(row.id) ? [Date.parse(reply.at)] : []));
    if (sent.length > 0 && at < from - TOLERANCE_MS)
      return [`${row.id} was accepted ${from - at} ms before its first request`];
    const until = Math.min(...told);
    return at > until + TOLERANCE_MS ? [`${row.id} was accepted ${at - until} ms after it was reported`] : [];
  });
}
