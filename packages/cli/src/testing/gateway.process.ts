/** Stands in for the gateway in tests of the supervisor: it is ready at once. */
import { createServer } from 'node:http';

const server = createServer((_, response) => response.end());
server.listen(Number(process.env['TOLLGATE_PORT']), process.env['TOLLGATE_HOST']);
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
