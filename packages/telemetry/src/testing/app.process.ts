/** An app of the one shell that does what its arguments say: the shell's own test watches from outside. */
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
    const server = createServer().listen(0); // what keeps an app alive
    logger.info('working');
    await stopped;
    server.close();
    logger.info({ aborted: stopping.aborted }, 'closing');
  },
});

function thrown(): never {
  throw new Error('unheard');
}
