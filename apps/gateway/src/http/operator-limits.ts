/**
 * The rate limits of the operator API, in memory, because sessions are few. A request with a session counts for its
 * subject and for a pot. Operators share a pot, and so do the ADMINs and the other people of each organization, and all
 * strangers: people with a valid session and no role. So nobody uses up what the others need. A request without a session
 * counts for its address: behind a proxy all clients share one, and a client that guesses sessions there must not keep an
 * ADMIN from revoking a key.
 */
import type { IncomingMessage } from 'node:http';
import type { Session, Standing } from '@farebox/identity';
import { boundedMap, type Clock, systemClock } from '@farebox/kernel';
import { createMemoryRateLimiter } from '../rate-limit/memory-rate-limiter.ts';
import type { RateDecision } from '../rate-limit/rate-limiter.ts';
import type { ResponseContext } from './response.ts';
import { count, decide } from './rate-limit.ts';

export interface OperatorLimits {
  /** Both throw `rate_limit_exceeded`. */
  readonly countAddress: (request: IncomingMessage, context: ResponseContext) => Promise<void>;
  /** Rejects if the person's organizations cannot be read. */
  readonly countSession: (session: Session, context: ResponseContext) => Promise<void>;
}

export interface OperatorLimitsNeeds {
  /** Reads the organizations of a person. */
  readonly standingsOf: (session: Session) => Promise<readonly Standing[]>;
  readonly clock?: Clock;
}

/** Requests per minute; PER_ADDRESS counts only requests without a session. */
const PER_ADDRESS = 600;
const PER_SUBJECT = 120;
const PER_POT = 6_000;
/** All addresses share the limiter's second budget, which is per project elsewhere. */
const ALL = 'all';
/** How long the organizations of a person are remembered, and of how many people. */
const REMEMBERED_MS = 15_000;
const REMEMBERED_MAX = 10_000;

export function createOperatorLimits({ standingsOf, clock = systemClock }: OperatorLimitsNeeds): OperatorLimits {
  const addresses = createMemoryRateLimiter({ limit: PER_ADDRESS, projectLimit: PER_POT, clock });
  const subjects = createMemoryRateLimiter({ limit: PER_SUBJECT, projectLimit: PER_POT, clock });
  const potsOf = remembered(standingsOf, clock);

  /** Counts for the first pot with room: somebody else may add a person to an organization and use up its pot. */
  async function taken(session: Session): Promise<RateDecision> {
    const [first, ...others] = session.isOperator ? ['operators'] : await potsOf(session);
    const take = (pot = 'strangers') => subjects.take({ lineage: session.subject, projectId: pot });
    let decision = await take(first);
    for (const pot of others) if (!decision.allowed) decision = await take(pot);
    return decision;
  }

  return {
    countAddress: ({ socket }, context) =>
      count(addresses, { lineage: socket.remoteAddress ?? ALL, projectId: ALL }, context),
    countSession: async (session, context) => decide(await taken(session), context),
  };
}

/** Concurrent requests of one person share a read. A failed one is not remembered. */
function remembered(standingsOf: OperatorLimitsNeeds['standingsOf'], clock: Clock) {
  const known = boundedMap<{ readonly untilMs: number; readonly pots: Promise<readonly string[]> }>(REMEMBERED_MAX);
  return (session: Session): Promise<readonly string[]> => {
    const name = `${session.subject} ${session.issuedAt.getTime()}`;
    const found = known.get(name);
    if (found !== undefined && found.untilMs > clock.monotonicMs()) return found.pots;
    const pots = standingsOf(session).then((standings) => standings.map(potOf));
    known.set(name, { untilMs: clock.monotonicMs() + REMEMBERED_MS, pots });
    pots.catch(() => known.set(name, { untilMs: 0, pots }));
    return pots;
  };
}

const potOf = ({ organizationId, isAdmin }: Standing): string =>
  `${isAdmin ? 'ADMINs' : 'people'} of ${organizationId}`;
