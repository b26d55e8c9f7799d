/** The door of Farebox for one pull runner on this machine, by HTTP. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { RUNNER_LIMITS } from '@farebox/runner-protocol';
import { createQueue, type Queue, refused, type Responded, type Sent } from './queue.ts';

export interface PullDoor extends AsyncDisposable, Pick<Queue, 'offer' | 'find' | 'loseNextClaim'> {
  readonly url: string;
  readonly key: string;
  readonly leaseSeconds: number;
  /** Null before the first request of the runner; else its last problem, or nothing. */
  readonly asked: () => string | null;
}

export async function openPullDoor(leaseSeconds: number): Promise<PullDoor> {
  const key = `runner-key-of-tool-test-${randomBytes(12).toString('hex')}`;
  const { offer, find, loseNextClaim, ...queue } = createQueue(leaseSeconds);
  let asked: string | null = null;
  const respond = async (request: IncomingMessage): Promise<Responded> => {
    const sent = bodyOf(await text(request));
    if (request.headers.authorization !== `Bearer ${key}`) {
      asked = 'its requests do not have FAREBOX_RUNNER_KEY as their bearer token';
      return refused(401, 'invalid_runner_key');
    }
    asked = '';
    const [, token] = /^\/runs\/([^/]+)\/report$/.exec(request.url ?? '') ?? [];
    if (token !== undefined) return queue.report(token, sent);
    if (request.url !== '/runs/claim') return refused(404, 'not_found');
    const { waitSeconds = RUNNER_LIMITS.claimSeconds } = sent;
    return isWait(waitSeconds) ? queue.claim(request, waitSeconds) : refused(400, 'invalid_request');
  };
  const server = createServer((request, response) => {
    respond(request)
      .then((responded) => write(response, responded))
      .catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    leaseSeconds,
    offer,
    find,
    loseNextClaim,
    asked: () => asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const isWait = (seconds: unknown): seconds is number =>
  Number.isInteger(seconds) && (seconds as number) >= 0 && (seconds as number) <= RUNNER_LIMITS.claimSeconds;

function bodyOf(body: string): Sent {
  try {
    return (JSON.parse(body) ?? {}) as Sent;
  } catch {
    return {};
  }
}

function write(response: ServerResponse, responded: Responded): void {
  if (responded === null) return void response.destroy();
  response.writeHead(responded.status, { 'content-type': 'application/json' }).end(JSON.stringify(responded.body));
}
