/** The members of each kind of runner. Complete by type: a kind without its members does not compile. */
import type { Runner } from '../manifest.ts';
import type { HttpApi } from './http-api.ts';

export type RunnerKind = Runner['kind'];

interface Members {
  readonly needs: readonly string[];
  readonly may: readonly string[];
}

const LIMITS = ['kind', 'maxRuntimeSeconds', 'concurrency'] as const;
const REMOTE = ['secret', 'test'] as const;
/** Complete by type: a member of an API that is missing here does not compile. */
const API_MAY: Readonly<Record<Exclude<keyof HttpApi, 'method' | 'path'>, true>> = {
  query: true,
  body: true,
  files: true,
  auth: true,
  idempotencyHeader: true,
  notTaken: true,
  rejected: true,
  poll: true,
  cancel: true,
  result: true,
  artifacts: true,
  units: true,
  cost: true,
};

export const RUNNER_MEMBERS: Readonly<Record<RunnerKind, Members>> = {
  http: { needs: [...LIMITS, 'url', 'secret'], may: ['idempotent', 'test'] },
  pull: { needs: LIMITS, may: ['idempotent'] },
  mcp: { needs: [...LIMITS, 'url', 'tool'], may: [...REMOTE, 'idempotent', 'files'] },
  openapi: { needs: [...LIMITS, 'url', 'method', 'path'], may: [...REMOTE, ...Object.keys(API_MAY)] },
};

export const RUNNER_KINDS = Object.keys(RUNNER_MEMBERS) as RunnerKind[];
