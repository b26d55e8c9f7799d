/** Opens the ports of runners that ask for work. */
import type { Database } from '@farebox/db';
import { systemClock } from '@farebox/kernel';
import type { Logger, Metrics, ServerWatch } from '@farebox/telemetry';
import { pullRuns, REPORTED_STATUSES } from '@farebox/tools';
import type { GatewayConfig } from '../config.ts';
import type { Runs } from '../http/serve-runs.ts';
import { createRunClaims } from '../runs/run-claims.ts';
import { createRunReports } from '../runs/run-reports.ts';
import { createRunnerKeyDirectory } from '../runs/runner-keys.ts';
import { openLimiter } from './open-limiter.ts';

/** A runner works on many runs at once, each with a claim, a first report, a last one and news of its progress. */
const REQUESTS_OF_API_KEYS = 10;

interface Observers {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly watch: ServerWatch;
}

export interface OpenRuns {
  readonly runs: Runs;
  /** Ends all claims that wait; later ones do not wait. */
  readonly endWaits: () => void;
}

export function openRuns(
  config: Pick<GatewayConfig, 'keyPepper' | 'rateLimitPerMinute' | 'redisUrl'>,
  database: Database,
  observers: Observers,
): OpenRuns {
  const store = pullRuns(database);
  const { metrics } = observers;
  reportZeros(metrics);
  const claims = createRunClaims({ runs: store, metrics });
  const runs = {
    keys: createRunnerKeyDirectory({ database, pepper: config.keyPepper, clock: systemClock }),
    limiter: openLimiter({ limit: REQUESTS_OF_API_KEYS * config.rateLimitPerMinute }, config, observers),
    claims,
    store: createRunReports(store),
    metrics,
  };
  return { runs, endWaits: claims.close };
}

/** A counter that appears with 1 shows no increase to a monitoring query. */
function reportZeros({ runClaims, runReports }: Metrics): void {
  for (const outcome of ['claimed', 'none', 'handed_back']) runClaims.inc({ outcome }, 0);
  for (const status of REPORTED_STATUSES) runReports.inc({ status, outcome: 'taken' }, 0);
}
