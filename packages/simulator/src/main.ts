#!/usr/bin/env node
/** The simulator as a process. Its log names each provider call by its token, and contains no customer text. */
import { runApp } from '@farebox/telemetry';
import { readSimulatorConfig } from './config.ts';
import { startSimulator } from './simulator.ts';

await runApp({
  name: 'simulator',
  read: () => ({ ...readSimulatorConfig(process.env), logLevel: 'info' as const }),
  async run(config, { logger, stopped }) {
    const simulator = await startSimulator({
      ...config,
      onCall: (call) => logger.info(call, 'provider call'),
      onError: (error) => logger.error({ err: error }, 'the simulator itself failed'),
    });
    logger.info({ url: simulator.url, directory: config.directory }, 'simulator listens');
    await stopped;
    await simulator.close();
  },
});
