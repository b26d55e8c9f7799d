/** The gateway as a process: configuration first, then everything else, and an orderly end. */
import { ConfigError } from '@tollgate/kernel';
import { createLogger, createMetrics, type Logger } from '@tollgate/telemetry';
import { type GatewayConfig, readGatewayConfig } from './config.ts';
import { type Gateway, startGateway } from './gateway.ts';

const EXIT_CONFIG = 78;

const config = configOrExit();
const logger = createLogger({ app: 'gateway', level: config.logLevel });
process.on('uncaughtException', (error) => fail(logger, error));
try {
  endWith(await startGateway(config, { logger, metrics: createMetrics('gateway') }), logger);
} catch (error) {
  fail(logger, error);
}

function configOrExit(): GatewayConfig {
  try {
    return readGatewayConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_CONFIG);
  }
}

/** Ends on SIGTERM and SIGINT, and with the supervisor that started it, whichever comes first. */
function endWith(gateway: Gateway, logger: Logger): void {
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    logger.info('the gateway shuts down');
    gateway.close().then(
      () => process.exit(0),
      (error: unknown) => fail(logger, error),
    );
  };
  process.on('SIGTERM', end).on('SIGINT', end);
  if (process.send !== undefined) process.on('disconnect', end);
}

function fail(logger: Logger, error: unknown): never {
  logger.fatal({ err: error }, 'the gateway ends by a failure');
  process.exit(1);
}
