/** Opens the watches: they deliver changes in the database to long polls and event streams. */
import type { Database } from '@farebox/db';
import { type BatchStore, createProjectLogReader, createWatchedReader } from '@farebox/executions';
import type { Logger, Metrics } from '@farebox/telemetry';
import type { GatewayConfig } from '../config.ts';
import type { Dependencies } from '../endpoint/dependencies.ts';
import { createBatchFollower } from '../watch/batch-follower.ts';
import { createBatchWatch } from '../watch/batch-watch.ts';
import { createExecutionPoller } from '../watch/execution-poller.ts';
import { createLongPolls } from '../watch/long-polls.ts';
import { createProjectLogPoller } from '../watch/project-log-poller.ts';
import { createProjectStreamOpener } from '../watch/project-stream-opener.ts';
import { sharedLimitsOf } from '../watch/shared-limits.ts';
import { createStreamRegistry, type StreamRegistry } from '../watch/stream-registry.ts';

export interface Watches {
  readonly watching: Pick<Dependencies, 'batchFollower' | 'batchWatch' | 'projectStreams' | 'waits' | 'watch'>;
  readonly streams: StreamRegistry;
  /** Ends all long polls and streams, and refuses new ones. */
  readonly endWaits: () => void;
  readonly closeWatches: () => void;
}

export interface WatchesOptions {
  readonly config: Pick<GatewayConfig, 'organizationSharePercent'>;
  readonly database: Database;
  readonly batches: BatchStore;
  readonly telemetry: { readonly logger: Logger; readonly metrics: Metrics };
}

export function openWatches({ config, database, batches, telemetry: { logger, metrics } }: WatchesOptions): Watches {
  const limits = sharedLimitsOf(config.organizationSharePercent);
  const reader = createWatchedReader(database);
  const watch = createExecutionPoller({ reader, logger });
  const log = createProjectLogReader(database);
  const projects = createProjectLogPoller({ log, reader, watch, logger });
  const batchFollower = createBatchFollower({ batches, logger });
  const waits = createLongPolls({ watch, metrics }, limits);
  const streams = createStreamRegistry(metrics, limits);
  const watching = {
    waits,
    watch,
    batchWatch: createBatchWatch({ watch, batches, logger }),
    batchFollower,
    projectStreams: createProjectStreamOpener({ log, reader, projects }),
  };
  const endWaits = (): void => [waits, streams].forEach(({ close }) => close());
  const closeWatches = (): void => [projects, batchFollower, watch].forEach((each) => each.close());
  return { watching, streams, endWaits, closeWatches };
}
