/** Sessions of platform operators, as the local issuer signs them. */
import { issueLocalSession } from '@farebox/identity';
import type { System } from './system.ts';

/** Longer than a run. */
const TTL_SECONDS = 4 * 3600;

export const sessionOf = ({ secrets }: Pick<System, 'secrets'>, subject: string): Promise<string> =>
  issueLocalSession(
    { secret: secrets.sessionSecret, audience: 'farebox' },
    { subject, ttlSeconds: TTL_SECONDS, isOperator: true },
  );
