/**
 * Performs one administrative action. Under the lock of its audit chain it takes effect at most once per Idempotency-Key,
 * and it commits together with its audit log entry or not at all.
 */
import { hash } from 'node:crypto';
import { appendEntry, chainOf, findReplay, lockChain } from '@farebox/audit-log';
import { AppError, IDEMPOTENCY_KEY, type JsonObject } from '@farebox/contract';
import type { Database, Transaction } from '@farebox/db';
import type { HandlerResult } from '../endpoint/handler.ts';
import { canonicalOf } from '../accept/canonical.ts';
import type { Acted, Caller } from './endpoint.ts';

export interface ActRequest {
  /** Name of the action in audit log entries. */
  readonly act: string;
  /** Name of the route: a key that was used for another route is a conflict, not a replay. */
  readonly operation: string;
  readonly isKeyRequired: boolean;
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
  readonly caller: Caller;
  readonly organizationId: string | null;
  readonly projectId: string | null;
  readonly params: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}

/** Throws AppError. */
export function perform(
  database: Database,
  request: ActRequest,
  work: (transaction: Transaction) => Promise<Acted>,
): Promise<HandlerResult> {
  const { act, projectId, requestId } = request;
  const idempotencyKey = idempotencyKeyOf(request);
  const chain = chainOf(request.organizationId);
  const actor = actorOf(request.caller);
  const bodySha256 = hash('sha256', canonicalOf(identified(request)), 'buffer');
  return database.transaction(async (transaction) => {
    await lockChain(transaction, chain);
    const found = idempotencyKey && (await findReplay(transaction, { chain, actor, idempotencyKey }));
    if (found) return replayOf(found, bodySha256);
    const { data, entry, replayed: response = data } = await work(transaction);
    if (entry !== null) {
      const replay = idempotencyKey === undefined ? null : { idempotencyKey, bodySha256, response };
      const reason = reasonOf(request.body);
      await appendEntry(transaction, { chain, actor, act, projectId, requestId, reason, replay, ...entry });
    }
    return { status: 200, data };
  });
}

function idempotencyKeyOf({ idempotencyKey, isKeyRequired }: ActRequest): string | undefined {
  if (idempotencyKey === undefined && isKeyRequired) throw new AppError('idempotency_key_required');
  if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey))
    throw new AppError('idempotency_key_invalid');
  return idempotencyKey;
}

const actorOf = ({ subject, isOperator }: Caller) => ({ kind: isOperator ? 'operator' : 'member', subject }) as const;

/** Two requests are the same if route, path and body are equal. */
const identified = ({ operation, params, body }: ActRequest): JsonObject => ({
  operation,
  params: { ...params },
  body,
});

const reasonOf = ({ reason }: JsonObject): string | null => (typeof reason === 'string' ? reason : null);

function replayOf(
  found: { readonly bodySha256: Uint8Array; readonly response: unknown },
  bodySha256: Buffer,
): HandlerResult {
  if (!bodySha256.equals(found.bodySha256)) throw new AppError('idempotency_key_conflict');
  return { status: 200, data: found.response, headers: { 'Idempotent-Replayed': 'true' } };
}
