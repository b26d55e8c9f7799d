/** Runs the gateway as a process: opens its dependencies, listens, and stops in order. */
import { createMetrics, runApp } from '@farebox/telemetry';
import { readGatewayConfig } from './config.ts';
import { startGateway } from './process/gateway.ts';

await runApp({
  name: 'gateway',
  read: () => readGatewayConfig(process.env),
  async run(config, { logger, stopped }) {
    const gateway = await startGateway(config, { logger, metrics: createMetrics('gateway') });
    await stopped;
    await gateway.close();
  },
});
