/** Counts what handlers and the rate limiter decide. Wraps them from outside, so that none of them knows of metrics. */
import { AppError, type Execution } from '@tollgate/contract';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import type { Metrics } from '@tollgate/telemetry';
import type { HandlerResult, EncodedResult, Handler } from '../call/endpoint.ts';

export function observedExecution(handler: Handler<'createExecution'>, metrics: Metrics): Handler<'createExecution'> {
  const { executionRequests, moneyMicros } = metrics;
  const accepted = executionRequests.labels({ outcome: 'accepted', reason: 'none' });
  const replayed = executionRequests.labels({ outcome: 'replayed', reason: 'none' });
  const reserved = moneyMicros.labels({ movement: 'reserved' });

  return async (call) => {
    try {
      const result = await handler(call);
      if (isReplay(result)) {
        replayed.inc();
      } else {
        accepted.inc();
        // Play money is left out of every business figure.
        if (call.identity.project.environment === 'live')
          reserved.inc(((result as HandlerResult).data as Execution).maximumChargeMicros);
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

const isReplay = (result: HandlerResult | EncodedResult): boolean =>
  'headers' in result && result.headers?.['Idempotent-Replayed'] !== undefined;

/** @param onDecision told of each decision, where the limiter itself tells nobody who made it. */
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
