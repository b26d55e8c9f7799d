/**
 * The process of a worker app: connects to its servers, works until a stop signal, and drains. It waits for a server
 * that is not available yet, so that a parallel start causes no crash loop.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { announceWork, openDatabase, requireOrdinaryRole, requireServing } from '@farebox/db';
import { operationsOf } from '@farebox/catalog';
import { createWorkerStore, type ReviewTimes } from '@farebox/executions';
import type { RunnerFiles } from '@farebox/files';
import { type Engine, untilDone, within } from '@farebox/kernel';
import { type QueueEvent, prepareQueue, queueFrom } from '@farebox/queue';
import { storeFrom } from '@farebox/storage';
import {
  type AppProcess,
  createExecutionLog,
  createMetrics,
  createServerWatch,
  type Logger,
  type Metrics,
  serveMetrics,
  VERSION,
  watchConnections,
  watchDisks,
  watchOf,
  watchQueue,
} from '@farebox/telemetry';
import type { Admit, Operation } from '../operation.ts';
import { type DrainBounds, runWorker } from '../run-worker.ts';
import { removeAbandonedDirectories } from '../step/scratch.ts';
import { observeInto } from './observe.ts';
import type { PlacesToWaitFor } from '../waits.ts';
import type { WorkerConfig } from './settings.ts';

export interface WorkerApp {
  /** Name of the app in logs and metrics. */
  readonly name: string;
  readonly engine: Engine;
  readonly operations: Readonly<Record<string, Operation>>;
  /** As in WorkerOptions. */
  readonly admit?: Admit;
  /** As in WorkerOptions. */
  readonly places?: PlacesToWaitFor;
  /** Given by an app whose operations count something themselves. */
  readonly metrics?: Metrics;
  /** Time that an operation may take to end after its abort signal; default 5 s. */
  readonly abandonAfterMs?: number;
  /** Division of the stop time between finishing and handing back; default 25 s in total. */
  readonly drainBounds?: DrainBounds;
  /** Facts for operators in the log line that reports a working worker. */
  readonly facts?: Readonly<Record<string, string>>;
  /** Makes URLs of files for programs outside; absent if none are called. */
  readonly runnerFiles?: Pick<RunnerFiles, 'urlOf'> | undefined;
  /** Ends processes that the operations keep running. */
  readonly close?: () => Promise<void>;
}

const RETRY_MS = 1000;
const FORCED_CLOSE_MS = 500;

/** Resolves after a stop signal, when everything is closed. */
export async function runWorkerApp(config: WorkerConfig, app: WorkerApp, process: AppProcess): Promise<void> {
  const { logger, processName, stopped, stopping, forced } = process;
  const metrics = app.metrics ?? createMetrics(app.name);
  const server = await serveMetrics({ host: config.metricsHost, port: config.metricsPort, registry: metrics.registry });
  const { artifacts, database, watch } = await openServers(config, app.name, logger);
  watchConnections(metrics, database.connections);
  const count = ({ kind, engine, count: by }: QueueEvent): void => {
    metrics.queueWakeUps.inc({ engine, event: kind }, by);
    watchQueue(watch, kind);
  };
  const queue = queueFrom(config, { logger, observe: count });

  const prepare = async () => {
    await requireOrdinaryRole(database);
    await Promise.all([requireServing(database), removeAbandonedDirectories()]);
    await prepareQueue(config);
    await artifacts.prepare();
  };
  const onFailure = (error: unknown) => logger.warn({ err: error }, 'cannot start yet; trying again');
  const isReady = await untilDone(prepare, { pauseMs: RETRY_MS, signal: stopping, onFailure });
  if (isReady) {
    const store = createWorkerStore(database, {
      engine: app.engine,
      leaseSeconds: config.leaseSeconds,
      operations: Object.keys(app.operations),
      worker: processName,
      observe: (query, size) => metrics.groupSize.observe({ query }, size),
    });
    const observe = observeInto(metrics, app.engine);
    const spoolDirectory = config.spoolDirectory || join(config.dataDirectory || tmpdir(), 'farebox-spool');
    watchDisks(metrics, { root: '/', work: tmpdir(), spool: spoolDirectory });
    const worker = runWorker({
      ...app,
      ...config,
      spoolDirectory,
      queue,
      store,
      artifacts,
      logger,
      observe,
      follow: createExecutionLog(logger),
      processName,
      reviewTimes: reviewTimesOf(config),
    });
    const lacking = operationsOf(app.engine).filter((name) => !Object.hasOwn(app.operations, name));
    if (lacking.length > 0)
      logger.warn({ lacking }, 'this worker lacks operations of its engine; their steps are left to other workers');
    logger.info(
      { concurrency: config.concurrency, metricsPort: server.port, version: VERSION, ...app.facts },
      'working',
    );
    const announced = announceWork(database, { process: processName, app: app.name, signal: stopping, logger });
    await stopped;
    await worker.drain(app.drainBounds, forced);
    await within(FORCED_CLOSE_MS, 'announcing the stop', announced).catch(() => {});
  }
  await app.close?.();
  const closed = Promise.all([queue.close(), database.close(), server.close()]);
  // The queue would wait for running work; the caller ends that work with the process.
  await (forced.aborted ? within(FORCED_CLOSE_MS, 'closing', closed).catch(() => {}) : closed);
}

const reviewTimesOf = (config: WorkerConfig): ReviewTimes => ({
  backoffSeconds: config.reviewBackoffSeconds,
  resolveSeconds: config.reviewResolveSeconds,
  simulatedResolveSeconds: config.simulatedReviewSeconds,
});

/** Opens the servers, whose absence and return are logged. */
async function openServers(config: WorkerConfig, name: string, logger: Logger) {
  const watch = createServerWatch({
    logger,
    probes: () => ({ PostgreSQL: () => database.ready(RETRY_MS), S3: () => artifacts.ready() }),
  });
  const artifacts = await storeFrom(config, watchOf(watch, 'S3'));
  const database = openDatabase({
    watch: watchOf(watch, 'PostgreSQL'),
    url: config.databaseUrl.href,
    poolMax: config.databasePool,
    applicationName: `farebox-${name}`,
  });
  return { artifacts, database, watch };
}
