/** For tests: a plain Node server that serves downloads like the gateway. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { type Clock, systemClock } from '@farebox/kernel';
import type { ArtifactStore } from '../artifact-store.ts';
import { createDownloads, type Downloads } from './downloads.ts';

export interface Serving {
  readonly downloads: Downloads;
  /** The same secret and address with another clock. The server checks URLs against the real time. */
  readonly withClock: (clock: Clock) => Downloads;
  readonly stop: () => Promise<void>;
}

export async function serving(store: ArtifactStore): Promise<Serving> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`;
  const urlSecret = randomBytes(32).toString('hex');
  const withClock = (clock: Clock): Downloads => createDownloads({ store, publicUrl, urlSecret, clock });
  const downloads = withClock(systemClock);
  server.on('request', (request, response) => void reply(downloads, request, response));
  return {
    downloads,
    withClock,
    stop: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

async function reply(
  downloads: Downloads,
  { method = '', url = '', headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = '', query = ''] = url.replace('/base', '').split('?');
  const found = await downloads.open({ method, path, query, range: headers.range });
  response.writeHead(found?.status ?? 404, found?.headers);
  await pipeline((await found?.read?.()) ?? [], response);
}
