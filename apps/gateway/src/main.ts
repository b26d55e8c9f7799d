/** The gateway as a process: configuration first, then everything else, and an orderly end. */
import { armFailpoints, ConfigError, exitIfConfigError, exitOnConfigError, stopRequested } from '@tollgate/kernel';
import { createLogger, createMetrics } from '@tollgate/telemetry';
import { readGatewayConfig } from './config.ts';
import { startGateway } from './process/gateway.ts';

const config = exitOnConfigError(() => readGatewayConfig(process.env));
armFailpoints(config.failpointUrl);
const logger = createLogger({ app: 'gateway', level: config.logLevel });
process.on('uncaughtException', fail);

const stopping = stopRequested();
const gateway = await startGateway(config, { logger, metrics: createMetrics('gateway') }).catch(fail);
const cause = await stopping;
logger.info({ cause }, 'the gateway shuts down');
await gateway.close().catch(fail);
process.exit(0);

function fail(error: unknown): never {
  if (error instanceof ConfigError) return exitIfConfigError(error);
  logger.fatal({ err: error }, 'the gateway ends by a failure');
  process.exit(1);
}
