/** Runs one gateway: opens its dependencies, listens, and stops without failing a request. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, requireOrdinaryRole, requireServing } from '@farebox/db';
import { ConfigError, systemClock, within } from '@farebox/kernel';
import { prepareQueue } from '@farebox/queue';
import { serveMetrics, VERSION, watchDependencies, watchDisks } from '@farebox/telemetry';
import type { GatewayConfig } from '../config.ts';
import { type Connections, openConnections, type Places, type Telemetry } from './connections.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { drained, startServers } from './servers.ts';

export interface Gateway {
  /** Base URL that clients use. */
  readonly url: string;
  /** First reports not ready, then drains, then closes; within 25 s. */
  readonly close: () => Promise<void>;
}

const PREPARE_MS = 5_000;
const PRIVILEGES_MS = 2_000;
/** A Redis that starts together with the gateway counts from the first request; an unreachable one delays the start no longer. */
const LIMITER_MS = 2_000;

/**
 * `remote` is for tests. Rejects when a port is taken or the database role has privileges that no app may have. If a dependency is down, the
 * gateway listens and reports that it is not ready.
 */
export async function startGateway(
  config: GatewayConfig,
  telemetry: Telemetry,
  remote?: Places['remote'],
): Promise<Gateway> {
  const publicUrl = config.publicUrl ?? defaultUrl(config);
  const connections = await openConnections(config, telemetry, { publicUrl, remote });
  await refusePrivileges(connections.database).catch(async (error: unknown) => {
    await connections.close();
    throw error;
  });
  const queue = within(PREPARE_MS, 'prepare the queue', prepareQueue(config)).catch((error: unknown) => {
    // Notifications fail until an operator has prepared the queue, and the keeper delivers instead: the gateway can start.
    telemetry.logger.warn({ err: error }, 'the queue could not be prepared');
  });
  const readiness = readinessOf(connections);
  watchDependencies(telemetry.metrics, readiness.dependencies, readiness.problems);
  watchDisks(telemetry.metrics, directoriesOf(config));
  const limiters = [connections.limiter, connections.runs.limiter].map((limiter) => limiter.prepare(LIMITER_MS));
  await Promise.all([queue, ...limiters, warmUp(readiness, telemetry)]);
  // If the database is unreachable, the first request tries again.
  await connections.offers.refresh().catch(() => {});
  const servers = await startServers(config, connections, { telemetry, readiness, publicUrl });
  const metrics = await serveMetrics({
    host: config.metricsHost,
    port: config.metricsPort,
    registry: telemetry.metrics.registry,
  });
  const url = publicUrl.href.replace(/(?<!\/)\/+$/, '');
  telemetry.logger.info({ url, version: VERSION }, 'the gateway listens');
  return {
    url,
    close: async () => {
      readiness.drain();
      // Load balancers notice meanwhile that it is not ready; it still serves, and its responses close their connections.
      await sleep(config.lameDuckSeconds * 1000);
      connections.endWaits();
      await Promise.all(servers.map(drained));
      await Promise.all([connections.close(), metrics.close()]);
    },
  };
}

/** A folder of the embedded store may be on a disk of its own. */
const directoriesOf = ({ dataDirectory }: GatewayConfig): Record<string, string> => ({
  root: '/',
  ...(dataDirectory === '' ? {} : { data: dataDirectory }),
});

/** The address to listen on may be a wildcard, to which clients cannot connect. */
const defaultUrl = ({ host, port }: GatewayConfig): URL => {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return new URL(`http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`);
};

/** Runs before any other statement. If the database is unreachable, every probe repeats the check until it has succeeded once. */
async function refusePrivileges(database: Database): Promise<void> {
  await within(PRIVILEGES_MS, 'the role of the database', requireOrdinaryRole(database)).catch((error: unknown) => {
    if (error instanceof ConfigError) throw error;
  });
}

/** The first check also creates the bucket or folder and opens the first connection, so that no request has to. */
async function warmUp(readiness: Readiness, { logger }: Telemetry): Promise<void> {
  const problems = await readiness.problems();
  if (Object.keys(problems).length > 0) logger.warn({ problems }, 'the gateway starts with unavailable dependencies');
}

function readinessOf({ database, artifacts }: Connections): Readiness {
  let prepared: Promise<void> | undefined;
  let isOrdinary = false;
  const prepare = (): Promise<void> => (prepared ??= artifacts.prepare().catch(forget));
  const forget = (error: unknown): never => {
    prepared = undefined; // the next probe retries
    throw error;
  };
  return createReadiness({
    clock: systemClock,
    checks: {
      database: async () => {
        await database.ready(2_000);
        if (!isOrdinary) await requireOrdinaryRole(database);
        isOrdinary = true;
        await requireServing(database);
      },
      artifacts: async () => {
        await prepare();
        await artifacts.ready();
      },
    },
  });
}
