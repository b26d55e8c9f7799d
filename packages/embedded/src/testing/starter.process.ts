/** Starts a server in the given folder, prints its URL and keeps running, so that a test can run it as another user or kill it. */
import { startPostgres } from '../index.ts';

const server = await startPostgres({ directory: process.argv[2] ?? '', durable: false });
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
process.stdout.write(server.url);
setInterval(() => {}, 60_000);
