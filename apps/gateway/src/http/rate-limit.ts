/** Counts each request by its key's lineage, its project and its organization, before the body is read and whatever the outcome. */
import { AppError, LIMITS } from '@farebox/contract';
import type { Identity } from '@farebox/identity';
import type { RateDecision, RateLimiter, RateSubject } from '../rate-limit/rate-limiter.ts';
import type { ResponseContext } from './response.ts';

/** Throws `rate_limit_exceeded`. In both cases the response gets the headers of draft-ietf-httpapi-ratelimit-headers. */
export const countRequest = (limiter: RateLimiter, identity: Identity, context: ResponseContext): Promise<void> =>
  count(limiter, subjectOf(identity), context);

const subjectOf = ({ key, project, organization }: Identity): RateSubject => ({
  lineage: key.lineage,
  projectId: project.id,
  organizationId: organization.id,
});

/** The uploads at URLs of a key have a separate limit, within that of the project. */
export const addressesOf = (identity: Identity): RateSubject => ({
  ...subjectOf(identity),
  lineage: `${identity.key.lineage}:addresses`,
});

export async function count(limiter: RateLimiter, subject: RateSubject, context: ResponseContext): Promise<void> {
  decide(await limiter.take(subject), context);
}

/** Throws `rate_limit_exceeded` for a request that was refused. */
export function decide({ allowed, limit, remaining, resetSeconds }: RateDecision, context: ResponseContext): void {
  context.rateHeaders = [
    'RateLimit-Policy',
    policyOf(limit),
    'RateLimit',
    `"default";r=${remaining};t=${resetSeconds}`,
  ];
  if (!allowed) {
    const details = { limit, windowSeconds: LIMITS.windowSeconds, retryAfterSeconds: resetSeconds };
    throw new AppError('rate_limit_exceeded', { retryAfterSeconds: resetSeconds, details });
  }
}

/** A cache of one text, because almost all requests have the same limit. */
let policy = { limit: -1, text: '' };

function policyOf(limit: number): string {
  if (limit !== policy.limit) policy = { limit, text: `"default";q=${limit};w=${LIMITS.windowSeconds}` };
  return policy.text;
}
