/**
 * I5: every accepted id exists for ever; there is one execution for each project and Idempotency-Key; a mismatch is 409 and nothing else; a resend of
 * an accepted request returns that execution and never says that nothing was accepted. An execution that a failover has forgotten is absent for
 * every client from then on, as if its key had never been used.
 */
import { type Evidence, type Execution, isTerminal } from '../evidence.ts';
import { type Exchange, exchangesOf } from '../exchanges.ts';
import { isOfAgent } from './i05-agents.ts';
import { isOfBatch } from './i05-batches.ts';
import { type Forgotten, forgottenIn } from '../forgotten.ts';

/** A row is dated by the start of its transaction, a request by its first byte. */
const AFTERWARDS_MS = 1000;
const CODES: ReadonlySet<number> = new Set([200, 202, 400, 409, 429, 503]);

export function checkAcceptance(evidence: Evidence): string[] {
  const { executions, client } = evidence;
  const exchanges = exchangesOf(client);
  const paid = exchanges.filter(({ act }) => act === 'execute' || act === 'mismatch');
  // Executions of batches were requested by their batch, those of agents by their quote.
  const single = executions.filter((execution) => !isOfBatch(execution) && !isOfAgent(execution));
  const byKey = Map.groupBy(single, ({ project_id, idempotency_key }) => `${project_id} ${idempotency_key}`);
  const sentByKey = Map.groupBy(paid, ({ projectId, idempotencyKey }) => `${projectId} ${idempotencyKey}`);
  const forgotten = forgottenIn(evidence);
  const found = exchanges.flatMap((exchange) => checkReply(exchange, forgotten));
  for (const [key, rows] of byKey) {
    if (rows.length > 1) found.push(`${rows.length} executions for ${key}`);
    if (!sentByKey.has(key)) found.push(`${rows[0]?.id} exists, and no client requested ${key}`);
  }
  for (const [key, sent] of sentByKey) {
    const kept = { row: byKey.get(key)?.[0], clocksAgree: evidence.run.clocksAgree, forgotten };
    found.push(...checkKey(key, sent, kept), ...checkResends(key, sent, kept), ...checkDenied(key, sent, kept));
  }
  return [...found, ...checkListed(evidence)];
}

/** Every response is one of the contract, and does not contradict itself. */
function checkReply({ request, act, at, reply, executionId, waitSeconds }: Exchange, forgotten: Forgotten): string[] {
  const { status, executionStatus, id } = reply;
  if (status === undefined) return [];
  // A response that waited is dated by its request.
  if (id !== undefined && forgotten.isGone(id) && forgotten.isAfter(waitSeconds === undefined ? reply.at : at))
    return [`request ${request} (${act}) was answered ${id}, which was forgotten before`];
  if (status === 404 && forgotten.isGone(executionId ?? '')) return [];
  if (status === 403 && act.endsWith('cancel')) return []; // judged with the cancels
  if (!CODES.has(status)) return [`request ${request} (${act}) was answered ${status} ${reply.message}`];
  if ((act !== 'execute' && act !== 'mismatch') || executionStatus === undefined) return [];
  // Accepted now (202), even if the response waited for the end; or replayed (200).
  const due = reply.replayed === true && isTerminal(executionStatus) ? 200 : 202;
  return status === due
    ? []
    : [`request ${request} was answered ${status} with ${reply.id}, which was ${executionStatus}`];
}

interface Kept {
  readonly row: Execution | undefined;
  readonly clocksAgree: boolean;
  readonly forgotten: Forgotten;
}

function checkKey(key: string, sent: readonly Exchange[], { row, forgotten }: Kept): string[] {
  const found: string[] = [];
  const ids = new Set(sent.flatMap(({ reply }) => reply.id ?? []));
  for (const id of ids)
    if (id !== row?.id && !forgotten.isGone(id))
      found.push(`${key} was answered ${id}, the database has ${row?.id ?? 'none'}`);
  const misused = sent.filter(({ act, reply }) => act === 'mismatch' && reply.id !== undefined);
  for (const { request, reply } of misused)
    found.push(`request ${request} misused ${key} and was answered ${reply.id}`);
  for (const { request, act, reply } of sent) {
    if (act === 'mismatch' && !isVerdict(reply))
      found.push(`request ${request} misused ${key} and was answered ${reply.status} ${reply.message}, not 409`);
  }
  const plain = sent.filter(({ act }) => act === 'execute');
  if (row !== undefined && plain.every(isErrorReply))
    found.push(`every request for ${key} was refused, but ${row.id} exists`);
  return found;
}

/** The response says refused, or not accepted; any other response leaves the outcome open. */
const isErrorReply = ({ reply: { status, accepted } }: Exchange): boolean =>
  status !== undefined && ((status >= 400 && status < 500) || accepted === false);

/** Whether the response to a misused key is a verdict, which must be 409. A lost response, a failed look-up or an earlier refusal is none. */
export const isVerdict = ({ status, message }: Exchange['reply']): boolean =>
  status === undefined || status === 409 || status === 503 || message === 'rate_limit_exceeded';

/** A repeated request after an acceptance was reported, or had long been recorded, must be a replay or leave the outcome open. */
function checkResends(key: string, sent: readonly Exchange[], { row, clocksAgree, forgotten }: Kept): string[] {
  const firstSaid = Math.min(
    ...sent.flatMap(({ reply: { id }, repliedAt }) => (id === undefined || forgotten.isGone(id) ? [] : [repliedAt])),
  );
  const onRecord = clocksAgree && row !== undefined ? Date.parse(row.created_at) + AFTERWARDS_MS : Infinity;
  return sent
    .filter(({ act, askedAt, at }) => act === 'execute' && (askedAt > firstSaid || Date.parse(at) > onRecord))
    .filter((exchange) => isErrorReply(exchange) && exchange.reply.message !== 'rate_limit_exceeded')
    .map(
      ({ request, reply: { status, message, accepted } }) =>
        `request ${request} sent ${key} again, which was accepted, and was answered ${status} ${message}, accepted: ${accepted}`,
    );
}

/** Finds a response that denies an acceptance that was already recorded, with no other request that could have caused it. */
function checkDenied(key: string, sent: readonly Exchange[], { row, clocksAgree }: Kept): string[] {
  if (row === undefined || !clocksAgree) return [];
  return sent
    .filter(({ reply }) => reply.accepted === false && Date.parse(row.created_at) <= Date.parse(reply.at))
    .filter(({ repliedAt }) => sent.filter(({ askedAt }) => askedAt < repliedAt).length === 1)
    .map(
      ({ request }) => `request ${request} made ${row.id} of ${key}, and its response says that nothing was accepted`,
    );
}

/** The API lists exactly the executions of the database. */
function checkListed({ executions, replies }: Evidence): string[] {
  return replies.listed.flatMap(({ projectId, ids }) => {
    const rows = executions.filter(({ project_id }) => project_id === projectId).map(({ id }) => id);
    const same = ids.length === rows.length && new Set([...ids, ...rows]).size === rows.length;
    return same ? [] : [`${projectId}: the API lists ${ids.length} executions, the database has ${rows.length}`];
  });
}
