/** The rate limit's part of a request: counted by the key's lineage and its project, before the body is read, whatever comes of it. */
import { AppError, LIMITS } from '@farebox/contract';
import type { Identity } from '@farebox/identity';
import type { RateLimiter, RateSubject } from '../rate-limit/rate-limiter.ts';
import type { ResponseContext } from './response.ts';

/** Throws `rate_limit_exceeded`. Either way the response will carry the headers of draft-ietf-httpapi-ratelimit-headers. */
export const countRequest = (
  limiter: RateLimiter,
  { key, project }: Identity,
  context: ResponseContext,
): Promise<void> => count(limiter, { lineage: key.lineage, projectId: project.id }, context);

export async function count(limiter: RateLimiter, subject: RateSubject, context: ResponseContext): Promise<void> {
  const { allowed, limit, remaining, resetSeconds } = await limiter.take(subject);
  context.rateHeaders = [
    'RateLimit-Policy',
    policyOf(limit),
    'RateLimit',
    `"default";r=${remaining};t=${resetSeconds}`,
  ];
  if (!allowed) throw new AppError('rate_limit_exceeded', { retryAfterSeconds: resetSeconds });
}

/** The same for almost every request. */
let policy = { limit: -1, text: '' };

function policyOf(limit: number): string {
  if (limit !== policy.limit) policy = { limit, text: `"default";q=${limit};w=${LIMITS.windowSeconds}` };
  return policy.text;
}
