/** One gateway from start to end: opens, listens, and goes away without failing a request. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, requireDurableCommits, requireOrdinaryRole } from '@farebox/db';
import { ConfigError, systemClock, within } from '@farebox/kernel';
import { prepareQueue } from '@farebox/queue';
import { serveMetrics } from '@farebox/telemetry';
import type { GatewayConfig } from '../config.ts';
import { type Connections, openConnections, type Telemetry } from './connections.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { drained, startServers } from './servers.ts';

export interface Gateway {
  /** Base URL as clients see it. */
  readonly url: string;
  /** Not ready, then drained, then closed; within 25 s. */
  readonly close: () => Promise<void>;
}

const PREPARE_MS = 5_000;
const PRIVILEGES_MS = 2_000;
/** A Redis that comes up beside the gateway counts from the first request; one that is down delays the start no longer. */
const LIMITER_MS = 2_000;

/** Rejects when a port is taken or the database's role may do what no app may. What it stands on may be down: then it listens and says that it is not ready. */
export async function startGateway(config: GatewayConfig, telemetry: Telemetry): Promise<Gateway> {
  const publicUrl = config.publicUrl ?? defaultUrl(config);
  const connections = await openConnections(config, telemetry, publicUrl);
  await refusePrivileges(connections.database).catch(async (error: unknown) => {
    await connections.close();
    throw error;
  });
  const queue = within(PREPARE_MS, 'prepare the queue', prepareQueue(config)).catch((error: unknown) => {
    // Notifications fail until somebody has prepared it, and the keeper delivers instead: no reason not to start.
    telemetry.logger.warn({ err: error }, 'the queue could not be prepared');
  });
  const readiness = readinessOf(connections, config);
  await Promise.all([queue, connections.limiter.prepare(LIMITER_MS), warmUp(readiness, telemetry)]);
  // Where the database is away the first request asks again.
  await connections.offers.refresh().catch(() => {});
  const servers = await startServers(config, connections, { telemetry, readiness, publicUrl });
  const metrics = await serveMetrics({
    host: config.metricsHost,
    port: config.metricsPort,
    registry: telemetry.metrics.registry,
  });
  const url = publicUrl.href.replace(/\/+$/, '');
  telemetry.logger.info({ url }, 'the gateway listens');
  return {
    url,
    close: async () => {
      readiness.drain();
      // Load balancers learn that it is not ready meanwhile; it still serves, and its responses close their connections.
      await sleep(config.lameDuckSeconds * 1000);
      connections.endWaits();
      await Promise.all(servers.map(drained));
      await Promise.all([connections.close(), metrics.close()]);
    },
  };
}

/** An address to listen on is not always one to connect to. */
const defaultUrl = ({ host, port }: GatewayConfig): URL => {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return new URL(`http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`);
};

/** Before anything else speaks to the database; one that is away is asked by every probe until it has told. */
async function refusePrivileges(database: Database): Promise<void> {
  await within(PRIVILEGES_MS, 'the role of the database', requireOrdinaryRole(database)).catch((error: unknown) => {
    if (error instanceof ConfigError) throw error;
  });
}

/** The first check also makes bucket or folder and opens the first connection, so that no request has to. */
async function warmUp(readiness: Readiness, { logger }: Telemetry): Promise<void> {
  const problems = await readiness.problems();
  if (Object.keys(problems).length > 0) logger.warn({ problems }, 'the gateway starts without all that it stands on');
}

function readinessOf({ database, artifacts }: Connections, config: GatewayConfig): Readiness {
  let prepared: Promise<void> | undefined;
  let isOrdinary = false;
  const prepare = (): Promise<void> => (prepared ??= artifacts.prepare().catch(forget));
  const forget = (error: unknown): never => {
    prepared = undefined; // the next probe tries again
    throw error;
  };
  return createReadiness({
    clock: systemClock,
    checks: {
      database: async () => {
        await database.ready(2_000);
        await requireDurableCommits(database, config);
        if (!isOrdinary) await requireOrdinaryRole(database);
        isOrdinary = true;
      },
      artifacts: async () => {
        await prepare();
        await artifacts.ready();
      },
    },
  });
}
