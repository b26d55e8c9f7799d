/** Opens the database and the store. The log has a line when one of them is away, and one when it is back. */
import { openDatabase } from '@farebox/db';
import { storeFrom } from '@farebox/storage';
import { createServerWatch, type Logger, type Metrics, watchConnections, watchOf } from '@farebox/telemetry';
import type { GatewayConfig } from '../config.ts';

const PROBE_MS = 2_000;
/** Bounds every statement, because a client waits for each of them. */
const STATEMENT_TIMEOUT_MS = 5_000;

export async function openServers(
  config: GatewayConfig,
  telemetry: { readonly logger: Logger; readonly metrics: Metrics },
) {
  const health = createServerWatch({
    logger: telemetry.logger,
    probes: () => ({ PostgreSQL: () => database.ready(PROBE_MS), S3: () => artifacts.ready() }),
  });
  const artifacts = await storeFrom(config, watchOf(health, 'S3'));
  const database = openDatabase({
    watch: watchOf(health, 'PostgreSQL'),
    url: config.databaseUrl.href,
    poolMax: config.databasePool,
    applicationName: 'farebox-gateway',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  watchConnections(telemetry.metrics, database.connections);
  return { artifacts, database, health };
}
