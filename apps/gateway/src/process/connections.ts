/** Opens the gateway's dependencies as configured. Only this file chooses between the implementations of a port. */
import { createBatchStore, createEventUrlTimes, readDurations, createExecutionStore } from '@farebox/executions';
import { createCircuits } from '@farebox/providers';
import { createFileStore, createResumableStore, createRunnerFiles, type StorageQuota } from '@farebox/files';
import { createTemplateStore } from '@farebox/catalog/templates';
import { createCatalogMaker, providerOffersOf, simulatedOffersOf } from '@farebox/catalog';
import type { Database } from '@farebox/db';
import { systemClock } from '@farebox/kernel';
import {
  createKeyDirectory,
  createKeyUses,
  createOrganizationDirectory,
  createOriginDirectory,
  type KeyDirectory,
} from '@farebox/identity';
import { readUsage } from '@farebox/ledger';
import { createPriceReader } from '@farebox/prices';
import { createInspector } from '@farebox/media';
import { type QueueEvent, queueFrom, type WorkQueue } from '@farebox/queue';
import type { RateLimiter, WindowOptions } from '../rate-limit/rate-limiter.ts';
import { type ArtifactStore, createDownloads, type Downloads, writeProbe } from '@farebox/storage';
import { toolReader } from '@farebox/tools';
import { createExecutionLog, type Logger, type Metrics, type ServerWatch, watchQueue } from '@farebox/telemetry';
import { createCircuitWatch } from '../accept/circuit-watch.ts';
import { createStoreWatch, type StoreWatch } from '../accept/store-watch.ts';
import { openLimiter } from './open-limiter.ts';
import { openRuns } from './open-runs.ts';
import { openServers } from './open-servers.ts';
import { openWatches } from './open-watches.ts';
import { createTypicalDurations } from './typical-durations.ts';
import type { GatewayConfig } from '../config.ts';
import type { Dependencies } from '../endpoint/dependencies.ts';
import type { Runs } from '../http/serve-runs.ts';
import { createDispatcher } from '../accept/dispatcher.ts';
import { createOffers, type Offers } from './offers.ts';
import { createFinish, type Finishing } from '../upload/finish-resumable.ts';
import { createRemoteFiles, type RemoteOptions } from '../upload/remote-files.ts';
import { createSmallTurns } from '../upload/small-turns.ts';
import { createResumableAddresses } from '../upload/resumable-addresses.ts';
import { createUploadAddresses } from '../upload/upload-addresses.ts';
import { createUploadBudget } from '../upload/upload-budget.ts';
import { createEventAddresses } from '../watch/event-addresses.ts';
import type { StreamRegistry } from '../watch/stream-registry.ts';

export interface Connections {
  readonly database: Database;
  readonly keys: KeyDirectory;
  readonly limiter: RateLimiter;
  readonly artifacts: ArtifactStore;
  readonly downloads: Downloads;
  readonly offers: Offers;
  readonly dependencies: Dependencies;
  readonly streams: StreamRegistry;
  readonly runs: Runs;
  /** Ends all long polls and event streams now; later requests do not wait. */
  readonly endWaits: () => void;
  /** Hands the pending wake-ups to the queue, then closes everything. */
  readonly close: () => Promise<void>;
}

/**
 * Limits uploaded files in memory; reading one takes up to three times its size. One project reads four at once, further
 * uploads wait. One organization reads six, which leaves room for two of the largest files of other organizations.
 */
const UPLOADS = {
  bytesMax: 96 * 1024 * 1024,
  perProjectMax: 4,
  perOrganizationMax: 6,
  waitingPerProjectMax: 32,
  waitingPerOrganizationMax: 64,
  waitMs: 10_000,
} as const;
/** Executions accepted at the same moment may share one queue job, up to this number. */
const WAKE_UPS_PER_JOB = 64;
const MIB = 1024 * 1024;

export interface Telemetry {
  readonly logger: Logger;
  readonly metrics: Metrics;
}

export interface Places {
  readonly publicUrl: URL;
  /** Other rules for uploads from URLs, for tests. */
  readonly remote?: Partial<RemoteOptions> | undefined;
}

export async function openConnections(
  config: GatewayConfig,
  telemetry: Telemetry,
  { publicUrl, remote }: Places,
): Promise<Connections> {
  const { artifacts, database, health } = await openServers(config, telemetry);
  const uses = createKeyUses(database);
  const keys = createKeyDirectory({ database, pepper: config.keyPepper, uses });
  const limiter = openLimiter(limitsOf(config), config, { ...telemetry, watch: health });
  const queue = openQueue(config, telemetry, health);
  const downloads = createDownloads({ store: artifacts, publicUrl, urlSecret: config.urlSecret });
  const dispatcher = createDispatcher(queue);
  const inspector = createInspector();
  const offers = openOffers(config, database, telemetry);
  const batches = createBatchStore(database);
  const { watching, streams, closeWatches, ...watches } = openWatches({ config, database, telemetry, batches });
  const { runs, ...waitingRuns } = openRuns(config, database, { ...telemetry, watch: health });
  const endWaits = (): void => [watches, waitingRuns].forEach((each) => each.endWaits());
  const uploads = openUploads(config, database, { artifacts, inspector, metrics: telemetry.metrics, publicUrl });
  const dependencies: Dependencies = {
    offers,
    durations: durationsOf(database),
    circuits: createCircuitWatch(createCircuits(database), systemClock),
    storeWatch: openStoreWatch(artifacts, telemetry),
    executionEnabled: config.executionEnabled,
    executions: createExecutionStore(database, (query, size) => telemetry.metrics.groupSize.observe({ query }, size)),
    ...watching,
    files: createFileStore(database),
    templates: createTemplateStore(database),
    batches,
    usage: (projectId, keyLineage) => readUsage(database, projectId, keyLineage),
    artifacts,
    downloads,
    dispatcher,
    inspector,
    origins: createOriginDirectory(database),
    organizations: createOrganizationDirectory(database),
    uploadAddresses: createUploadAddresses({ publicUrl, urlSecret: config.urlSecret }),
    eventAddresses: createEventAddresses({ publicUrl, urlSecret: config.urlSecret }),
    runnerFiles: createRunnerFiles({ publicUrl, urlSecret: config.urlSecret }),
    eventUrlTimes: createEventUrlTimes(database),
    uploadBudget: createUploadBudget(UPLOADS),
    remoteFiles: createRemoteFiles(remote),
    ...uploads,
    freeBytesMin: config.storageFreeMb * MIB,
    metrics: telemetry.metrics,
    follow: createExecutionLog(telemetry.logger),
    basePath: publicUrl.pathname.replace(/(?<!\/)\/+$/, ''),
    clock: systemClock,
  };
  const close = async (): Promise<void> => {
    offers.close();
    closeWatches();
    await dispatcher.drain();
    await Promise.all([uses.flush(), queue.close(), limiter.close(), runs.limiter.close(), inspector.close()]);
    await database.close();
  };
  return { database, keys, limiter, artifacts, downloads, offers, dependencies, streams, runs, endWaits, close };
}

const durationsOf = (database: Database): Dependencies['durations'] => ({
  live: createTypicalDurations(() => readDurations(database, 'live'), systemClock),
  test: createTypicalDurations(() => readDurations(database, 'test'), systemClock),
});

function openStoreWatch(artifacts: ArtifactStore, { logger }: Telemetry): StoreWatch {
  const onChange = (isAway: boolean, error: unknown): void => {
    if (isAway)
      logger.warn({ err: error }, 'the store takes no files: uploads and executions that need it are refused');
    else logger.info('the store takes files again');
  };
  return createStoreWatch({ probe: () => writeProbe(artifacts), clock: systemClock, onChange });
}

const quotaOf = ({ storageOrganizationMb, storageQuotaMb, storageUnfundedMb }: GatewayConfig): StorageQuota => ({
  bytesMax: storageQuotaMb * MIB,
  organizationBytesMax: storageOrganizationMb * MIB,
  unfundedBytesMax: storageUnfundedMb * MIB,
});

function openUploads(
  config: GatewayConfig,
  database: Database,
  { publicUrl, ...needs }: Pick<Finishing, 'artifacts' | 'inspector' | 'metrics'> & { readonly publicUrl: URL },
): Pick<Dependencies, 'resumable' | 'storageQuota' | 'uploadTurns'> {
  const [uploadTurns, storageQuota] = [createSmallTurns(), quotaOf(config)];
  const store = createResumableStore(database);
  const toFile = createFinish({ ...needs, resumable: store, storageQuota, uploadTurns });
  const { urlOf, open: openAddress } = createResumableAddresses({ publicUrl, urlSecret: config.urlSecret });
  const resumable = { ...store, bytesMax: config.resumableUploadMb * MIB, toFile, urlOf, openAddress };
  return { resumable, storageQuota, uploadTurns };
}

function openOffers(config: GatewayConfig, database: Database, { logger }: Telemetry): Offers {
  const { rehearsal, audioFormats, videoFormats } = config;
  const formats = { rehearsal, audioFormats, videoFormats };
  const makers = {
    live: createCatalogMaker({ ...formats, providers: providerOffersOf(config) }),
    test: createCatalogMaker({ ...formats, providers: simulatedOffersOf(config), isTest: true }),
  };
  const [reader, tools] = [createPriceReader(database), toolReader(database)];
  return createOffers({ makers, reader, tools, clock: systemClock, logger });
}

function limitsOf(config: GatewayConfig): WindowOptions {
  const { rateLimitPerMinute: limit } = config;
  const { projectRateLimitPerMinute: projectLimit, organizationRateLimitPerMinute: organizationLimit } = config;
  const ofProject = projectLimit === 0 ? {} : { projectLimit };
  return { limit, ...ofProject, ...(organizationLimit === 0 ? {} : { organizationLimit }) };
}

function openQueue(config: GatewayConfig, { logger, metrics }: Telemetry, watch: ServerWatch): WorkQueue {
  const observe = ({ kind, engine, count }: QueueEvent): void => {
    metrics.queueWakeUps.inc({ engine, event: kind }, count);
    watchQueue(watch, kind);
  };
  return queueFrom(config, { logger, observe, wakeUpsPerJob: WAKE_UPS_PER_JOB });
}
