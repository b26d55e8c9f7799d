/** Counts the outcomes of handlers and of the rate limiter. Wraps them from outside, so that they do not depend on metrics. */
import { AppError, type Batch, type Execution } from '@farebox/contract';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import type { Metrics } from '@farebox/telemetry';
import type { RouteRequest, HandlerResult, EncodedResult, Handler } from '../endpoint/handler.ts';

export const observedExecution = (handler: Handler<'createExecution'>, metrics: Metrics): Handler<'createExecution'> =>
  observed(handler, metrics, () => 1);

/** Each execution of a batch counts; a refused batch counts once, because its executions were never counted. */
export const observedBatch = (handler: Handler<'createBatch'>, metrics: Metrics): Handler<'createBatch'> =>
  observed(handler, metrics, (data) => (data as Batch).executionCount);

function observed<N extends 'createExecution' | 'createBatch'>(
  handler: (call: RouteRequest<N>) => Result | Promise<Result>,
  { executionRequests, moneyMicros }: Metrics,
  sizeOf: (data: Execution | Batch) => number,
): (call: RouteRequest<N>) => Promise<Result> {
  const accepted = executionRequests.labels({ outcome: 'accepted', reason: 'none' });
  const replayed = executionRequests.labels({ outcome: 'replayed', reason: 'none' });
  const reserved = moneyMicros.labels({ movement: 'reserved' });

  return async (call) => {
    try {
      const result = await handler(call);
      if (isReplay(result)) {
        replayed.inc();
      } else {
        const data = (result as HandlerResult).data as Execution | Batch;
        accepted.inc(sizeOf(data));
        // Test money is left out of every business figure.
        if (call.identity.project.environment === 'live') reserved.inc(data.maximumChargeMicros);
      }
      return result;
    } catch (error) {
      executionRequests.inc({
        outcome: 'refused',
        reason: error instanceof AppError ? error.message : 'internal_error',
      });
      throw error;
    }
  };
}

type Result = HandlerResult | EncodedResult;

const isReplay = (result: HandlerResult | EncodedResult): boolean =>
  'headers' in result && result.headers?.['Idempotent-Replayed'] !== undefined;

/** @param onDecision called for each decision, for a limiter that does not report which store decided. */
export function observedLimiter(
  limiter: RateLimiter,
  { rateLimitDecisions }: Metrics,
  onDecision: () => void = () => {},
): RateLimiter {
  const allowed = rateLimitDecisions.labels({ result: 'allowed' });
  const refused = rateLimitDecisions.labels({ result: 'refused' });
  return {
    prepare: (timeoutMs) => limiter.prepare(timeoutMs),
    take: async (subject) => {
      const decision = await limiter.take(subject);
      (decision.allowed ? allowed : refused).inc();
      onDecision();
      return decision;
    },
    close: () => limiter.close(),
  };
}
