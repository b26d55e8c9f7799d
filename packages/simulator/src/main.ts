#!/usr/bin/env node
/** The simulator as a process. Its log names each paid call by its token, and no text of a customer's. */
import { exitOnConfigError, stopRequested } from '@tollgate/kernel';
import { createLogger } from '@tollgate/telemetry';
import { readSimulatorConfig } from './config.ts';
import { startSimulator } from './simulator.ts';

const config = exitOnConfigError(() => readSimulatorConfig(process.env));
const logger = createLogger({ app: 'simulator', level: 'info' });
const simulator = await startSimulator({
  ...config,
  onCall: (call) => logger.info(call, 'paid call'),
  onError: (error) => logger.error({ err: error }, 'the simulator itself failed'),
});
logger.info({ url: simulator.url, directory: config.directory }, 'simulator listens');
await stopRequested();
await simulator.close();
process.exit(0);
