/** For the tests of runs: a database with a published tool, a key of it, and what its runner and its worker say. */
import type { Database } from '@farebox/db';
import { openTestDatabase, testDatabase } from '@farebox/testing';
import { onTestFinished } from 'vitest';
import {
  type Claim,
  pullRuns,
  type PullRuns,
  type Reported,
  REPORTED_STATUSES,
  type ReportedStatus,
  type RunnerKey,
  type RunState,
} from '../index.ts';
import { issueKeyForTest, publishPullTool } from '../testing/pull.ts';

export const TOOL = 'acme-read-text';
export const DONE = '{"status":"succeeded","units":2}';
export const RUNNING = '{"status":"running","progress":0.4}';
export const NOT_TAKEN = '{"status":"not_taken"}';
export const WAITING: RunState = { state: 'waiting', reply: null, isLost: false };
export const CANCELLED: RunState = { state: 'ended', reply: '{"status":"cancelled"}', isLost: false };

export interface PullShop {
  /** URL of the database for its owner. */
  readonly ownerUrl: string;
  readonly database: Database;
  readonly runs: PullRuns;
  readonly key: RunnerKey;
  readonly claim: () => Promise<Claim>;
  /** A claim that gets a run. */
  readonly claimed: () => Promise<Extract<Claim, { readonly kind: 'claimed' }>>;
  readonly report: (token: string, lease: string, reply: string) => Promise<Reported>;
}

export async function openPullShop(): Promise<PullShop> {
  const server = await testDatabase();
  const database = openTestDatabase({ url: server.appUrl, poolMax: 8, applicationName: 'pull-test' });
  onTestFinished(async () => {
    await database.close();
    await server.drop();
  });
  const runs = pullRuns(database);
  await publishPullTool(database);
  const key = await issueKeyForTest(database);
  const claim = () => runs.claim({ tool: TOOL, keyId: key.id });
  return {
    ownerUrl: server.url,
    database,
    runs,
    key,
    claim,
    async claimed() {
      const given = await claim();
      if (given.kind !== 'claimed') throw new Error(given.kind);
      return given;
    },
    report: (token, lease, reply) => runs.report({ tool: TOOL, token, lease, status: statusOf(reply), reply }),
  };
}

function statusOf(reply: string): ReportedStatus {
  const { status } = JSON.parse(reply) as { readonly status: unknown };
  const known = REPORTED_STATUSES.find((each) => each === status);
  if (known === undefined) throw new Error(reply);
  return known;
}
