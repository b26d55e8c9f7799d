/**
 * HTTP for the S3 client with the limits it lacks: a request ends when nothing moves for `idleTimeoutMs` or when it, its
 * response body included, has taken `totalTimeoutMs`. A reader that stops reading counts as nothing moving.
 */
import http from 'node:http';
import https from 'node:https';
import { TimeoutError } from '@farebox/kernel';

export interface Limits {
  readonly idleTimeoutMs: number;
  readonly totalTimeoutMs: number;
}

export interface BoundedTransport {
  request(options: https.RequestOptions, onResponse: (response: http.IncomingMessage) => void): http.ClientRequest;
}

const SOCKETS_MAX = 64;

/** The client throws at these without reading the body, which would keep the socket until the total timeout. */
const UNREAD_BY_CLIENT = new Set([408, 429, 499, 500, 502, 503, 504, 520]);

export function createBoundedTransport(secure: boolean, { idleTimeoutMs, totalTimeoutMs }: Limits): BoundedTransport {
  const { request } = secure ? https : http;
  const agent = new (secure ? https : http).Agent({ keepAlive: true, maxSockets: SOCKETS_MAX });
  return {
    request(options, onResponse) {
      let reply: http.IncomingMessage | undefined;
      const sent = request({ ...options, agent, timeout: idleTimeoutMs }, (response) => {
        reply = response;
        if (UNREAD_BY_CLIENT.has(response.statusCode ?? 0)) response.resume();
        onResponse(response);
      });
      const end = (reason: string) => () => {
        reply?.destroy(new TimeoutError(reason)); // else its reader would only hear of a reset
        sent.destroy(new TimeoutError(reason));
      };
      const total = setTimeout(end(`the request took more than ${totalTimeoutMs} ms`), totalTimeoutMs);
      sent.on('timeout', end(`nothing moved for ${idleTimeoutMs} ms`));
      sent.on('close', () => clearTimeout(total));
      return sent;
    },
  };
}
