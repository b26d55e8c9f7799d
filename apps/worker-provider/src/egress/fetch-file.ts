/** Fetches a file that a provider made. Says apart what may come later and what never will. */
import { TOO_LARGE } from '../http/content-coding.ts';
import { type HttpResponse, TransportError, contentTypeOf, exchange } from '../http/exchange.ts';
import { EgressRefused } from '@farebox/kernel';
import { type EgressRules, guard } from './guard.ts';

/** It may be there later. */
export class FileUnavailable extends Error {
  override readonly name = 'FileUnavailable';
}

/** It is not what may be fetched, whoever asks and whenever. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
}

export interface FetchOptions {
  readonly rules: EgressRules;
  readonly bytesMax: number;
  readonly timeLimitMs: number;
  readonly signal: AbortSignal;
}

export interface FetchedFile {
  readonly bytes: Buffer;
  /** As the host states it. */
  readonly mimeType: string;
}

/** The request carries no key, and a redirect is not followed. */
export async function fetchFile(url: string, options: FetchOptions): Promise<FetchedFile> {
  const reply = await replyOf(url, options);
  const { status } = reply;
  if (status === 200) return { bytes: reply.body, mimeType: contentTypeOf(reply) };
  // Some hosts show a file a moment after its prediction: 404 and 403 may pass, until time is up.
  throw status < 400 ? new FileRefused(`status ${status}`) : new FileUnavailable(`status ${status}`);
}

async function replyOf(text: string, { rules, ...bounds }: FetchOptions): Promise<HttpResponse> {
  try {
    const { url, lookup } = guard(text, rules);
    return await exchange({ ...bounds, method: 'GET', url, lookup, headers: {} });
  } catch (error) {
    if (isForGood(error)) throw new FileRefused(`cannot be fetched: ${messageOf(error)}`, { cause: error });
    throw new FileUnavailable(`cannot be fetched now: ${messageOf(error)}`, { cause: error });
  }
}

const isForGood = (error: unknown): boolean =>
  error instanceof EgressRefused ||
  (error instanceof TransportError &&
    (error.cause instanceof EgressRefused || ['UND_ERR_RES_EXCEEDED_MAX_SIZE', TOO_LARGE].includes(error.code)));

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');
