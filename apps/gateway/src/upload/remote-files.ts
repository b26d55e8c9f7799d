/**
 * Fetches the file of a URL that a client names: over https, from a public address, without redirects, within limits of time
 * and size. Every failure to reach a host is the same response, so that no client learns which names and ports exist in the
 * network of the service. A URL may contain a secret and is never logged.
 */
import { lookup } from 'node:dns';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { AppError, type FetchProblem, invalidRequest, LIMITS } from '@farebox/contract';
import {
  createSemaphore,
  isPublicAddress,
  type Leave,
  NoUsableAddress,
  publicConnection,
  publicUrlProblem,
  type Resolve,
} from '@farebox/kernel';
import { unavailable } from '../endpoint/failure.ts';
import { createFetchLimits, type FetchLimits } from './fetch-limits.ts';

export interface RemoteFiles {
  /** Resolves when one more file of the project may be fetched. Throws `service_unavailable`. Call the result once. */
  readonly turn: (tenant: readonly [organizationId: string, projectId: string], signal: AbortSignal) => Promise<Leave>;
  /** Connects when it is first read. Throws AppError: `url_not_fetched`, or `invalid_request` for the form of the URL. */
  readonly bytesOf: (url: string, signal: AbortSignal) => AsyncGenerator<Buffer, void>;
}

export interface RemoteOptions {
  readonly resolve: Resolve;
  /** Decides about each address of a host. */
  readonly isAllowed: (address: string) => boolean;
  /** For the look-up of the name, the connection and TLS together. */
  readonly connectMs: number;
  /** Without a byte of the host. */
  readonly idleMs: number;
  readonly totalMs: number;
  readonly bytesMax: number;
}

const OPTIONS: RemoteOptions = {
  resolve: lookup,
  isAllowed: isPublicAddress,
  connectMs: 5_000,
  idleMs: 10_000,
  totalMs: 30_000,
  bytesMax: LIMITS.uploadFileBytes,
};

/**
 * Fewer than the uploads that a project or an organization may read at once, so that slow hosts never delay all of its
 * ordinary uploads.
 */
const TURNS = { slots: 32, slotsPerKey: [4, 2], waitingPerKey: [32, 16] } as const;
const WAIT_MS = 10_000;

/** @param options others than those of production, for tests */
export function createRemoteFiles(options: Partial<RemoteOptions> = {}): RemoteFiles {
  const turns = createSemaphore(TURNS);
  return {
    turn: async (tenant, signal) => {
      const leave = await turns.take({ key: tenant, timeoutMs: WAIT_MS, signal });
      if (leave === null) throw unavailable('service_unavailable');
      return leave;
    },
    bytesOf: (url, signal) => fetched(url, signal, { ...OPTIONS, ...options }),
  };
}

/** @param details never more than the client could learn by opening the URL itself */
const notFetched = (reason: FetchProblem, details: Readonly<Record<string, number>> = {}): AppError =>
  new AppError('url_not_fetched', { details: { reason, ...details } });

async function* fetched(url: string, gone: AbortSignal, options: RemoteOptions): AsyncGenerator<Buffer, void> {
  checkUrl(url, options);
  const limits = createFetchLimits(gone, options.totalMs);
  try {
    yield* fileIn(await responseOf(url, limits, options), limits, options);
  } catch (error) {
    throw limits.problem === null ? failureOf(error) : notFetched(limits.problem);
  } finally {
    limits.end(); // closes the connection
  }
}

function checkUrl(url: string, { isAllowed }: RemoteOptions): void {
  const problem = publicUrlProblem(url, isAllowed);
  if (problem?.kind === 'form') throw invalidRequest({ '/url': problem.text });
  if (problem?.kind === 'scheme') throw notFetched('not_https');
  if (problem?.kind === 'address') throw notFetched('unreachable');
}

async function responseOf(url: string, limits: FetchLimits, options: RemoteOptions): Promise<IncomingMessage> {
  limits.allow(options.connectMs, 'unreachable');
  const sent = request(url, {
    ...publicConnection(options.resolve, options.isAllowed),
    headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'farebox-uploads' },
    signal: limits.signal,
  });
  sent.on('error', () => {}); // also errors after the response
  sent.once('socket', (socket) => socket.once('secureConnect', () => limits.allow(options.idleMs, 'timed_out')));
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

const OK = 200;

async function* fileIn(
  response: IncomingMessage,
  limits: FetchLimits,
  { bytesMax, idleMs }: RemoteOptions,
): AsyncGenerator<Buffer, void> {
  const { statusCode = 0, headers } = response;
  if (statusCode !== OK) throw notFetched('http_status', { httpStatus: statusCode });
  if (Number(headers['content-length']) > bytesMax) throw notFetched('too_large', { bytesMax });
  let sizeBytes = 0;
  limits.allow(idleMs, 'timed_out');
  for await (const chunk of response as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > bytesMax) throw notFetched('too_large', { bytesMax });
    limits.pause(); // the host is not at fault while this upload waits for memory or its turn
    yield chunk;
    limits.allow(idleMs, 'timed_out');
  }
  if (sizeBytes === 0) throw invalidRequest({ '/url': 'leads to a file without bytes' });
}

/** Errors of DNS, sockets, TLS and HTTP have a code. Any other error is a defect of ours. */
function failureOf(error: unknown): unknown {
  const isOfNetwork = error instanceof Error && ('code' in error || error instanceof NoUsableAddress);
  return isOfNetwork ? notFetched('unreachable') : error;
}
