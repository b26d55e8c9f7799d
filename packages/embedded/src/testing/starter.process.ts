/** Starts a server in the folder it is given, prints its URL and stays, so that a test can be another user or kill it. */
import { startPostgres } from '../index.ts';

const server = await startPostgres({ directory: process.argv[2] ?? '', durable: false });
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
process.stdout.write(server.url);
setInterval(() => {}, 60_000);
