/** Plays the gateway in tests of the supervisor: it is ready at once. */
import { createServer } from 'node:http';

const server = createServer((_, response) => response.end());
server.listen(Number(process.env['FAREBOX_PORT']), process.env['FAREBOX_HOST']);
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
