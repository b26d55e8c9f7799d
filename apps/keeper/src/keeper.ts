/** The keeper: periodic tasks that no request and no worker triggers. Any number of keepers may run at once. */
import { providerNamesOf } from '@farebox/catalog';
import { announceWork, type Database, openDatabase, requireOrdinaryRole, requireServing } from '@farebox/db';
import { createCircuits } from '@farebox/providers';
import { systemClock, untilDone } from '@farebox/kernel';
import { providerFrom } from '@farebox/payments';
import { type QueueEvent, prepareQueue, queueFrom } from '@farebox/queue';
import { type ArtifactStore, createSeal, storeFrom } from '@farebox/storage';
import {
  type AppProcess,
  createExecutionLog,
  createMetrics,
  createServerWatch,
  type Logger,
  serveMetrics,
  VERSION,
  watchConnections,
  watchDisks,
  watchOf,
  watchQueue,
} from '@farebox/telemetry';
import { checkLedger } from '@farebox/ledger-check';
import { measureBacklog } from './backlog.ts';
import { measureBackups } from './backups.ts';
import { measureBalances } from './balances.ts';
import { measureCircuits } from './circuits.ts';
import type { KeeperConfig } from './config.ts';
import { produceExports, removeExports } from '@farebox/exports';
import { deleteContentThatIsDue, removeContent } from '@farebox/retention';
import { removeDeleted, removeExpired, removeOrphans } from '@farebox/files';
import { pullRuns } from '@farebox/tools';
import { endOverdue } from './overdue.ts';
import { lookAtPayments } from './payments.ts';
import { type Task, repeat } from './repeat.ts';
import { measureStandbys } from './standbys.ts';
import { tellReviews } from './told-reviews.ts';
import { sweep } from './sweep.ts';
import {
  createWebhooks,
  measureDisabled,
  renewSecrets,
  sendTo,
  WEBHOOK_SECRETS,
  type WebhookNeeds,
  type Webhooks,
} from '@farebox/webhooks';

const MINUTE_MS = 60_000;
const RETRY_MS = 1000;
/** Short enough that deleted content and files are gone within a minute. */
const CONTENT_MS = 15_000;
/** Delay until a change of a review is in the audit log. */
const REVIEWS_MS = 2_000;
/** About the scrape interval of Prometheus. */
const BACKLOG_MS = 10_000;
const LEDGER_CHECK_MS = 10_000;
/** Runs of runners that one statement removes. */
const RUNS_LIMIT = 5_000;
const EXPORTS_MS = 3_000;
const WEBHOOKS_MS = 1_000;
const SECRETS_MS = 10 * MINUTE_MS;
/** A payment whose event was lost is found within twice this time. */
const PAYMENTS_MS = 2 * MINUTE_MS;

/** Resolves when the keeper was asked to stop and everything is closed. */
export async function runKeeper(
  config: KeeperConfig,
  { logger, processName, stopping: signal }: AppProcess,
): Promise<void> {
  const metrics = createMetrics('keeper');
  const server = await serveMetrics({ host: config.metricsHost, port: config.metricsPort, registry: metrics.registry });
  const { artifacts, database, watch } = await openServers(config, logger);
  watchConnections(metrics, database.connections);
  watchDisks(metrics, { root: '/' });
  const count = ({ kind, engine, count: by }: QueueEvent): void => {
    metrics.queueWakeUps.inc({ engine, event: kind }, by);
    watchQueue(watch, kind);
  };
  const queue = queueFrom(config, { logger, observe: count });
  const circuits = createCircuits(database);
  const provider = await providerFrom(config);
  const providers = providerNamesOf(config.providersFile);
  const evidence = { artifacts, logger, follow: createExecutionLog(logger), processName };
  const webhooks = webhooksOf(config, { database, logger, signal });
  const tasks: readonly Task[] = [
    { name: 'sweep', everyMs: config.sweepSeconds * 1000, run: () => sweep(database, queue) },
    { name: 'overdue', everyMs: config.sweepSeconds * 1000, run: () => endOverdue(database, evidence) },
    { name: 'told-reviews', everyMs: REVIEWS_MS, run: () => tellReviews(database) },
    { name: 'backlog', everyMs: BACKLOG_MS, run: () => measureBacklog(database, metrics) },
    { name: 'balances', everyMs: MINUTE_MS, run: () => measureBalances(database, metrics) },
    { name: 'backups', everyMs: MINUTE_MS, run: () => measureBackups(database, metrics) },
    { name: 'standbys', everyMs: MINUTE_MS, run: measureStandbys(database, { ...config, logger, metrics }) },
    { name: 'disabled-webhooks', everyMs: BACKLOG_MS, run: () => measureDisabled(database, metrics) },
    { name: 'circuits', everyMs: BACKLOG_MS, run: () => measureCircuits(circuits, metrics, providers) },
    { name: 'retention', everyMs: MINUTE_MS, run: () => removeExpired(database, artifacts) },
    { name: 'runner-runs', everyMs: MINUTE_MS, run: () => pullRuns(database).remove(RUNS_LIMIT) },
    { name: 'deleted-files', everyMs: CONTENT_MS, run: () => removeDeleted(database, artifacts) },
    { name: 'content', everyMs: CONTENT_MS, run: () => removeContent(database, artifacts) },
    { name: 'due-content', everyMs: CONTENT_MS, run: () => deleteContentThatIsDue(database) },
    {
      name: 'orphans',
      everyMs: MINUTE_MS,
      delayMs: Math.random() * MINUTE_MS,
      run: () => removeOrphans({ database, artifacts, clock: systemClock, signal }),
    },
    { name: 'exports', everyMs: EXPORTS_MS, run: () => exportData({ database, artifacts, signal }) },
    { name: 'ledger-check', everyMs: LEDGER_CHECK_MS, run: () => checkLedger(database, { logger, metrics }) },
    ...configuredTasks(database, { webhooks, provider, logger, metrics }),
    ...secretTasks(config, database),
  ];
  const onFailure = (error: unknown) => logger.warn({ err: error }, 'cannot start yet; trying again');
  if (await untilDone(() => prepare(config, { database, artifacts }), { pauseMs: RETRY_MS, signal, onFailure })) {
    logger.info({ metricsPort: server.port, version: VERSION }, 'working');
    const announced = announceWork(database, { process: processName, app: 'keeper', signal, logger });
    await Promise.all(tasks.map((task) => repeat(task, { signal, logger, metrics })));
    await announced;
    await webhooks?.idle();
  }
  await Promise.all([queue.close(), database.close(), server.close()]);
}

/** Opens the servers, whose absence and return are logged. */
async function openServers(config: KeeperConfig, logger: Logger) {
  const url = config.databaseUrl.href;
  const watch = createServerWatch({
    logger,
    probes: () => ({ PostgreSQL: () => database.ready(RETRY_MS), S3: () => artifacts.ready() }),
  });
  const artifacts = await storeFrom(config, watchOf(watch, 'S3'));
  const database = openDatabase({
    url,
    poolMax: Math.min(config.databasePool, 3),
    applicationName: 'farebox-keeper',
    watch: watchOf(watch, 'PostgreSQL'),
  });
  return { artifacts, database, watch };
}

interface Configured extends Omit<Parameters<typeof lookAtPayments>[1], 'provider'> {
  readonly webhooks: Webhooks | undefined;
  readonly provider: Parameters<typeof lookAtPayments>[1]['provider'] | undefined;
}

/** Tasks that exist only with their settings. */
function configuredTasks(database: Database, { webhooks, provider, ...needs }: Configured): readonly Task[] {
  const tasks: Task[] = [];
  if (webhooks !== undefined) tasks.push({ name: 'webhooks', everyMs: WEBHOOKS_MS, run: webhooks.run });
  if (provider !== undefined)
    tasks.push({
      name: 'payments',
      everyMs: PAYMENTS_MS,
      run: () => lookAtPayments(database, { ...needs, provider }),
    });
  return tasks;
}

async function prepare(
  config: KeeperConfig,
  { database, artifacts }: { readonly database: Database; readonly artifacts: ArtifactStore },
): Promise<void> {
  await requireOrdinaryRole(database);
  await requireServing(database);
  await prepareQueue(config);
  await artifacts.prepare();
}

/** Returns undefined without the secret with which gateways encrypt webhook secrets. */
function webhooksOf(
  { urlSecret }: KeeperConfig,
  needs: Pick<WebhookNeeds, 'database' | 'logger' | 'signal'>,
): Webhooks | undefined {
  if (urlSecret === undefined) return undefined;
  return createWebhooks({ ...needs, open: createSeal(urlSecret, WEBHOOK_SECRETS).open, send: sendTo() });
}

/** Finds secrets under an older URL secret: at the start, and those that a gateway wrote later. */
function secretTasks({ urlSecret }: KeeperConfig, database: Database): readonly Task[] {
  if (urlSecret === undefined) return [];
  const { renew } = createSeal(urlSecret, WEBHOOK_SECRETS);
  return [{ name: 'webhook-secrets', everyMs: SECRETS_MS, run: () => renewSecrets(database, renew) }];
}

/** Removes expired exports first, to free space in a full store. */
async function exportData(
  needs: Parameters<typeof produceExports>[0] & { readonly artifacts: ArtifactStore },
): Promise<number> {
  const removed = await removeExports(needs.database, needs.artifacts);
  return removed + (await produceExports(needs));
}
