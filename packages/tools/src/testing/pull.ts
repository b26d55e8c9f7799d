/** For tests: a published tool whose runner asks for work itself, a key of it, and its runs. */
import { randomBytes } from 'node:crypto';
import { type Database, Prisma } from '@farebox/db';
import { issueRunnerKey, type OfferedRun, type RunnerKey } from '../index.ts';
import { manifestOf, publishForTest } from './publish.ts';

export const PULL_RUNNER = { kind: 'pull', idempotent: true, maxRuntimeSeconds: 120, concurrency: 2 } as const;

export const publishPullTool = (database: Database, name = 'acme-read-text', runner: object = PULL_RUNNER) =>
  publishForTest(database, manifestOf(name, { runner }));

export const issueKeyForTest = (database: Database, tool = 'acme-read-text', name = 'gpu-1'): Promise<RunnerKey> =>
  database.transaction((transaction) =>
    issueRunnerKey(transaction, { tool, name, by: 'ann', secret: secretForTest() }),
  );

/** As `newRunnerSecret` of the identity package makes it, without the token. */
export const secretForTest = () => ({
  publicId: randomBytes(8).toString('hex'),
  secretHmac: new Uint8Array(randomBytes(32)),
  pepperMark: 'mark-of-test',
});

export const runOf = (token: string, changes: Partial<OfferedRun> = {}): OfferedRun => ({
  token,
  tool: 'acme-read-text',
  version: 1,
  start: JSON.stringify({ protocol: 1, tool: 'acme-read-text' }),
  isIdempotent: true,
  deadline: new Date(Date.now() + 600_000),
  ...changes,
});

/** As if the lease of a run had expired. */
export const expireLease = (database: Database, token: string): Promise<unknown> =>
  database.rows(
    Prisma.sql`UPDATE runner_run SET leased_until = instant() - interval '1 second' WHERE token = ${token} AND state = 'claimed'`,
  );

/** As if a time of a run had been `seconds` earlier. */
export const age = (database: Database, token: string, seconds: number): Promise<unknown> =>
  database.rows(
    Prisma.sql`UPDATE runner_run SET kept_until = kept_until - make_interval(secs => ${seconds}),
        not_before = CASE state WHEN 'ended' THEN not_before ELSE not_before - make_interval(secs => ${seconds}) END
      WHERE token = ${token}`,
  );
