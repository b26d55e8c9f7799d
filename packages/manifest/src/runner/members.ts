/** The members of each kind of runner. Complete by type: a kind without its members does not compile. */
import type { Runner } from '../manifest.ts';

export type RunnerKind = Runner['kind'];

interface Members {
  readonly needs: readonly string[];
  readonly may: readonly string[];
}

const LIMITS = ['kind', 'maxRuntimeSeconds', 'concurrency'] as const;
const REMOTE = ['secret', 'idempotent', 'test'] as const;

export const RUNNER_MEMBERS: Readonly<Record<RunnerKind, Members>> = {
  http: { needs: [...LIMITS, 'url', 'secret'], may: ['idempotent', 'test'] },
  pull: { needs: LIMITS, may: ['idempotent'] },
  mcp: { needs: [...LIMITS, 'url', 'tool'], may: REMOTE },
  openapi: { needs: [...LIMITS, 'url', 'method', 'path'], may: [...REMOTE, 'poll', 'result', 'cost'] },
};

export const RUNNER_KINDS = Object.keys(RUNNER_MEMBERS) as RunnerKind[];
