/**
 * The worker half of a peer, as a process of its own. Its port accepts connections once it processes jobs. Arguments: name of the peer, port.
 * Environment: DATABASE_URL, REDIS_URL.
 */
import { createServer } from 'node:http';
import { PEERS } from './kinds/index.ts';
import type { PeerName } from './peer.ts';

const [name, port] = process.argv.slice(2);
await PEERS[name as PeerName].works({
  databaseUrl: process.env['DATABASE_URL'] ?? '',
  redisUrl: process.env['REDIS_URL'] ?? '',
});
createServer((_request, response) => response.end()).listen(Number(port), '127.0.0.1');
