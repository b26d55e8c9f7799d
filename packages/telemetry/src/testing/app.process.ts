/** An app for the tests of run-app: it does what its arguments say, and the test observes it from outside. */
import { createServer } from 'node:net';
import { ConfigError } from '@farebox/kernel';
import { runApp } from '../run-app.ts';

const [, , does] = process.argv;

await runApp({
  name: 'probe',
  read() {
    if (does === 'misconfigured') throw new ConfigError(['FAREBOX_PROBE is missing']);
    return { logLevel: 'info' as const };
  },
  async run(_config, { logger, stopped, stopping }) {
    if (does === 'rejects') throw new Error('no way');
    if (does === 'throws later') setImmediate(() => thrown());
    const server = createServer().listen(0); // keeps the app alive
    logger.info('working');
    await stopped;
    server.close();
    logger.info({ aborted: stopping.aborted }, 'closing');
  },
});

function thrown(): never {
  throw new Error('unheard');
}
