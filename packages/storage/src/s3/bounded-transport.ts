/**
 * HTTP for the S3 client with the time limits that it lacks. A request ends if no data moves for `idleTimeoutMs`, or if
 * it takes longer than `totalTimeoutMs`, including its response body. A reader that stops reading counts as no data.
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

/** The client throws at these statuses without reading the body, which would hold the socket until the total timeout. */
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
        reply?.destroy(new TimeoutError(reason)); // otherwise its reader would only see a reset
        sent.destroy(new TimeoutError(reason));
      };
      const total = setTimeout(end(`the request took more than ${totalTimeoutMs} ms`), totalTimeoutMs);
      sent.on('timeout', end(`no data moved for ${idleTimeoutMs} ms`));
      sent.on('close', () => clearTimeout(total));
      return sent;
    },
  };
}
