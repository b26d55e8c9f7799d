/**
 * Accepts many paid executions in one request, checked in the order of a single execution. A replay is looked up only if a
 * check refuses, because accept() finds replays under its lock.
 */
import type { Catalog } from '@farebox/catalog';
import { AppError, type Batch, type BatchRequest, ERRORS } from '@farebox/contract';
import { type AcceptBatch, type AcceptBatchOutcome, isSameRequest } from '@farebox/executions';
import { createDeadline, microsToJson } from '@farebox/kernel';
import { quoteBatch } from '../accept/batch-quoting.ts';
import { cancelAfterOf, checkCancelAfter } from '../accept/cancel-after.ts';
import { checkPrice } from '../accept/check-price.ts';
import { conflict, type PaidRequest, paidRequestOf } from '../accept/paid-request.ts';
import { executesNow } from '../accept/platform-switch.ts';
import { isTemporarilyUnavailable } from '../accept/temporarily.ts';
import { acceptedBatch, replayedBatch } from '../endpoint/batch-result.ts';
import type { Dependencies } from '../endpoint/dependencies.ts';
import type { RouteRequest, Handler, HandlerResult } from '../endpoint/handler.ts';
import { unavailable, withAccepted } from '../endpoint/failure.ts';
import { checkedBody } from '../endpoint/validation.ts';

type Needs = Pick<
  Dependencies,
  | 'basePath'
  | 'batches'
  | 'circuits'
  | 'dispatcher'
  | 'executionEnabled'
  | 'files'
  | 'follow'
  | 'offers'
  | 'storeWatch'
  | 'templates'
>;

/** Beyond it the client gets `accepted: unknown`; the statement may still commit. */
const inTime = createDeadline(8_000, 'accept');

export const createBatch =
  (needs: Needs): Handler<'createBatch'> =>
  async (call) => {
    const paid = paidRequestOf(call);
    // An invalid request is refused before the replay lookup, because a replay of it would be invalid as well.
    const body = checkedBody('createBatch', call.body);
    const catalog = await needs.offers.catalogOf(call.identity.project);
    const cancelAfterSeconds = cancelAfterOf(call.cancelAfter);
    let request: AcceptBatch;
    try {
      request = await checkedRequest(needs, { call, body, cancelAfterSeconds, catalog }, paid);
    } catch (rejection) {
      return replayedBatch(await replayInsteadOf(rejection, needs, paid), needs.basePath);
    }
    return await committedBy(needs, { call, paid }, await inTime(needs.batches.accept(request)));
  };

interface WellFormed {
  readonly call: RouteRequest<'createBatch'>;
  readonly body: BatchRequest;
  readonly cancelAfterSeconds: number | null;
  readonly catalog: Catalog;
}

/** Makes every check between the replay lookup and the hold, in the contract's order. Writes nothing. */
async function checkedRequest(
  needs: Needs,
  { call, body, cancelAfterSeconds, catalog }: WellFormed,
  paid: PaidRequest,
): Promise<AcceptBatch> {
  checkCancelAfter(cancelAfterSeconds, body.tool, catalog);
  const whole = await quoteBatch({ ...needs, catalog }, { ...body, projectId: paid.projectId });
  checkPrice(body, whole);
  if (whole.unavailable !== null) throw new AppError('tool_unavailable', { details: { reason: whole.unavailable } });
  if (await isTemporarilyUnavailable(needs, whole)) throw unavailable('tool_temporarily_unavailable');
  if (!executesNow(needs, call.identity)) throw unavailable('execution_disabled');
  return { ...paid, tool: whole.tool, priceVersion: whole.priceVersion, items: whole.quotes, cancelAfterSeconds };
}

/** A replay succeeds with an empty balance, after a price change and with execution switched off. */
async function replayInsteadOf(rejection: unknown, { batches }: Needs, paid: PaidRequest): Promise<Batch> {
  if (!(rejection instanceof AppError)) throw rejection;
  const isToSayAccepted = ERRORS[rejection.message].http === 503;
  const found = await batches.find(paid, isToSayAccepted);
  if (found === null) throw isToSayAccepted ? withAccepted(rejection, false) : rejection;
  if (!isSameRequest(found, paid)) throw conflict(found, paid);
  return found.batch;
}

async function committedBy(
  needs: Needs,
  { call: { identity, requestId }, paid }: { readonly call: RouteRequest<'createBatch'>; readonly paid: PaidRequest },
  outcome: AcceptBatchOutcome,
): Promise<HandlerResult> {
  switch (outcome.kind) {
    case 'accepted': {
      const projectId = identity.project.id;
      for (const { executionId, engine } of outcome.executions) {
        const { id: batchId, tool } = outcome.batch;
        needs.follow('execution accepted', { projectId, executionId, requestId, tool, engine, batchId });
        needs.dispatcher.dispatchLast(engine, { projectId, executionId, epoch: 0 });
      }
      return acceptedBatch(outcome.batch, needs.basePath);
    }
    case 'replayed':
      return replayedBatch(outcome.batch, needs.basePath);
    case 'conflict':
      throw conflict(await needs.batches.find(paid, false), paid);
    case 'price_version_mismatch':
      throw new AppError(outcome.kind);
    case 'insufficient_balance':
    case 'monthly_cap_reached': {
      const { availableMicros, requiredMicros } = outcome;
      throw new AppError(outcome.kind, {
        details: { availableMicros: microsToJson(availableMicros), requiredMicros: microsToJson(requiredMicros) },
      });
    }
  }
}
