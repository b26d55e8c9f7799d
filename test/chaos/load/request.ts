/** One HTTP request of a client. Never rejects: a lost response is a result too. */
import { Agent, type OutgoingHttpHeaders, request as open } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  /** API key; left out when the URL itself is the permission. */
  readonly token?: string;
  /** JSON, or the bytes of a file. */
  readonly body?: string | Buffer;
  readonly idempotencyKey?: string;
  /** Seconds of `Prefer: wait`. */
  readonly waitSeconds?: number;
  readonly accept?: string;
  /** Hangs up so long after the last byte was sent. */
  readonly hangUpAfterMs?: number;
}

export type Reply =
  | {
      readonly kind: 'replied';
      readonly status: number;
      readonly replayed: boolean;
      /** Whether the preference to wait was applied. */
      readonly waited: boolean;
      readonly text: string;
    }
  /** The client cannot know whether the request arrived. */
  | { readonly kind: 'lost'; readonly reason: string };

const TIMEOUT_MS = 15_000;
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

const typeOf = (body: string | Buffer): string =>
  typeof body === 'string' ? 'application/json' : 'application/octet-stream';

function headersOf({ token, body, idempotencyKey, waitSeconds, accept }: Asked): OutgoingHttpHeaders {
  return {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': typeOf(body), 'content-length': Buffer.byteLength(body) }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(waitSeconds === undefined ? {} : { prefer: `wait=${waitSeconds}` }),
    ...(accept === undefined ? {} : { accept }),
  };
}

export function ask(asked: Asked): Promise<Reply> {
  return new Promise((resolve) => {
    const { method, url, body, hangUpAfterMs } = asked;
    const request = open(url, { method, agent, timeout: TIMEOUT_MS, headers: headersOf(asked) });
    const lost = (reason: string): void => resolve({ kind: 'lost', reason });
    request.on('error', ({ message }) => lost(message));
    request.on('timeout', () => request.destroy(new Error('no response in time')));
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', ({ message }) => lost(message));
      response.on('close', () => lost('cut off within the response'));
      response.on('end', () =>
        resolve({
          kind: 'replied',
          status: response.statusCode ?? 0,
          replayed: response.headers['idempotent-replayed'] === 'true',
          waited: response.headers['preference-applied'] !== undefined,
          text: String(Buffer.concat(chunks)),
        }),
      );
    });
    request.end(body, () => {
      if (hangUpAfterMs !== undefined)
        void pause(hangUpAfterMs).then(() => request.destroy(new Error('the client hung up')));
    });
  });
}
