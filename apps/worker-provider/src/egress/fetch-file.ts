/** Downloads a file that a provider made. Distinguishes temporary from final failures. */
import { type HttpResponse, TransportError, contentTypeOf, exchange } from '../http/exchange.ts';
import { EgressRefused } from '@farebox/kernel';
import { type EgressRules, guard } from './guard.ts';
import { guardRunner, type RunnerEgress } from '@farebox/tools/runners';

/** Temporary: the file may be available later. */
export class FileUnavailable extends Error {
  override readonly name = 'FileUnavailable';
}

/** Final: the file may never be downloaded. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
}

export interface FetchOptions {
  readonly rules: EgressRules | RunnerEgress;
  readonly bytesMax: number;
  readonly timeLimitMs: number;
  readonly signal: AbortSignal;
}

export interface FetchedFile {
  readonly bytes: Buffer;
  /** Media type as the host states it. */
  readonly mimeType: string;
}

/** The request carries no key, and redirects are not followed. */
export async function fetchFile(url: string, options: FetchOptions): Promise<FetchedFile> {
  const reply = await replyOf(url, options);
  const { status } = reply;
  if (status === 200) return { bytes: reply.body, mimeType: contentTypeOf(reply) };
  // Some hosts serve a file a moment after its prediction ends, so 404 and 403 are retried until the time is up.
  throw status < 400 ? new FileRefused(`status ${status}`) : new FileUnavailable(`status ${status}`);
}

async function replyOf(text: string, { rules, ...bounds }: FetchOptions): Promise<HttpResponse> {
  try {
    const { url, lookup } = 'privateHosts' in rules ? guardRunner(text, rules) : guard(text, rules);
    return await exchange({ ...bounds, method: 'GET', url, lookup, headers: {} });
  } catch (error) {
    if (isForGood(error)) throw new FileRefused(`cannot be downloaded: ${messageOf(error)}`, { cause: error });
    throw new FileUnavailable(`cannot be downloaded now: ${messageOf(error)}`, { cause: error });
  }
}

const isForGood = (error: unknown): boolean =>
  error instanceof EgressRefused ||
  (error instanceof TransportError && (error.cause instanceof EgressRefused || error.isTooLarge));

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');
