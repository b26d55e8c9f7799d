/**
 * Accepts a paid execution. The contract requires the replay lookup before the checks of tool, price and money. accept() finds
 * replays under its lock, so a separate lookup is needed only if a check refuses: the same order with one query less.
 */
import type { Catalog } from '@farebox/catalog';
import { AppError, ERRORS, type Execution, type ExecutionRequest } from '@farebox/contract';
import { type AcceptOutcome, type AcceptRequest, isSameRequest } from '@farebox/executions';
import type { Identity } from '@farebox/identity';
import { createDeadline, microsToJson } from '@farebox/kernel';
import { cancelAfterOf, checkCancelAfter } from '../accept/cancel-after.ts';
import type { Dependencies } from '../endpoint/dependencies.ts';
import type { RouteRequest, Handler } from '../endpoint/handler.ts';
import { acceptedResult, replayResult } from '../endpoint/execution-result.ts';
import { unavailable, withAccepted } from '../endpoint/failure.ts';
import { checkPrice } from '../accept/check-price.ts';
import { conflict, type PaidRequest, paidRequestOf } from '../accept/paid-request.ts';
import { executesNow } from '../accept/platform-switch.ts';
import { quoteFor } from '../accept/quoting.ts';
import { isTemporarilyUnavailable } from '../accept/temporarily.ts';
import { checkedBody } from '../endpoint/validation.ts';

type Needs = Pick<
  Dependencies,
  | 'basePath'
  | 'circuits'
  | 'dispatcher'
  | 'executionEnabled'
  | 'executions'
  | 'files'
  | 'follow'
  | 'offers'
  | 'storeWatch'
  | 'templates'
  | 'waits'
>;

/** Beyond it the client gets `accepted: unknown`; the statement may still commit. */
const inTime = createDeadline(8_000, 'accept');

export const createExecution =
  (needs: Needs): Handler<'createExecution'> =>
  async (call) => {
    const paid = paidRequestOf(call);
    // Only this catalog decides which services a project reaches: the plan names them, and a plan never changes.
    const wellFormed = wellFormedRequest(call, await needs.offers.catalogOf(call.identity.project));
    const { execution, respond } = await committed(needs, wellFormed, paid);
    return await needs.waits.answered(call, execution, (latest) => respond(latest, needs.basePath));
  };

/** Outcome of the request, and how the response shows it. */
interface Committed {
  readonly execution: Execution;
  readonly respond: typeof acceptedResult;
}

async function committed(needs: Needs, wellFormed: WellFormed, paid: PaidRequest): Promise<Committed> {
  let request: AcceptRequest;
  try {
    request = await checkedRequest(needs, wellFormed, paid);
  } catch (rejection) {
    return await replayInsteadOf(rejection, needs, paid);
  }
  return committedBy(needs, wellFormed, { paid, outcome: await inTime(needs.executions.accept(request)) });
}

interface WellFormed {
  readonly request: ExecutionRequest;
  readonly cancelAfterSeconds: number | null;
  readonly catalog: Catalog;
  readonly identity: Identity;
  readonly requestId: string;
}

/** An invalid request is refused before the replay lookup, because a replay of it would be invalid as well. */
function wellFormedRequest(call: RouteRequest<'createExecution'>, catalog: Catalog): WellFormed {
  const { body, params, identity, requestId } = call;
  const request = checkedBody('createExecution', body);
  if (request.tool !== params.tool)
    throw new AppError('tool_mismatch', { details: { path: params.tool, body: request.tool } });
  const cancelAfterSeconds = cancelAfterOf(call.cancelAfter);
  return { request, cancelAfterSeconds, catalog, identity, requestId };
}

/** Makes every check between the replay lookup and the hold, in the contract's order. Writes nothing. */
async function checkedRequest(
  needs: Needs,
  { request, cancelAfterSeconds, catalog, identity }: WellFormed,
  paid: PaidRequest,
): Promise<AcceptRequest> {
  const { projectId } = paid;
  const input = { projectId, tool: request.tool, arguments: request.arguments };
  checkCancelAfter(cancelAfterSeconds, request.tool, catalog);
  const quote = await quoteFor({ ...needs, catalog }, input);
  checkPrice(request, quote);
  if (!quote.availability.available)
    throw new AppError('tool_unavailable', { details: { reason: quote.availability.reason } });
  if (await isTemporarilyUnavailable(needs, quote)) throw unavailable('tool_temporarily_unavailable');
  if (!executesNow(needs, identity)) throw unavailable('execution_disabled');
  const { tool, model, priceVersion, minimumMicros, maximumMicros, plan, maxRuntimeSeconds } = quote;
  const { basePriceVersion, ownTools } = quote;
  return {
    ...paid,
    tool,
    model,
    priceVersion,
    basePriceVersion,
    ownTools,
    minimumMicros,
    maximumMicros,
    plan,
    maxRuntimeSeconds,
    cancelAfterSeconds,
  };
}

/** A replay succeeds with an empty balance, after a price change and with execution switched off. */
async function replayInsteadOf(rejection: unknown, { executions }: Needs, paid: PaidRequest): Promise<Committed> {
  if (!(rejection instanceof AppError)) throw rejection;
  const isToSayAccepted = ERRORS[rejection.message].http === 503;
  const find = isToSayAccepted ? executions.findUnderLock : executions.findByIdempotencyKey;
  const found = await find(paid.projectId, paid.idempotencyKey);
  if (found === null) throw isToSayAccepted ? withAccepted(rejection, false) : rejection;
  if (!isSameRequest(found, paid)) throw conflict(found, paid);
  return { execution: found.execution, respond: replayResult };
}

interface Decided {
  readonly paid: PaidRequest;
  readonly outcome: AcceptOutcome;
}

function committedBy({ dispatcher, follow }: Needs, { requestId }: WellFormed, { paid, outcome }: Decided): Committed {
  switch (outcome.kind) {
    case 'accepted': {
      const { projectId, execution, engine, epoch } = outcome;
      const { id: executionId, tool, maximumChargeMicros: heldMicros } = execution;
      follow('execution accepted', { projectId, executionId, requestId, tool, engine, heldMicros });
      dispatcher.dispatch(engine, { projectId, executionId, epoch });
      return { execution, respond: acceptedResult };
    }
    case 'replayed':
      return { execution: outcome.execution, respond: replayResult };
    case 'conflict':
      throw conflict(outcome.found, paid);
    case 'price_version_mismatch':
      throw new AppError(outcome.kind);
    case 'insufficient_balance':
    case 'monthly_cap_reached': {
      const [availableMicros, requiredMicros] = [
        microsToJson(outcome.availableMicros),
        microsToJson(outcome.requiredMicros),
      ];
      throw new AppError(outcome.kind, { details: { availableMicros, requiredMicros } });
    }
  }
}
