/**
 * HTTP APIs that a manifest describes. An API that names its calls is polled by that name; any other has the result in its
 * response. A lost response is asked for again only if the manifest says that one token has one effect.
 */
import type { Adapter, Classification, Reply } from '../../adapter.ts';
import type { HttpResponse } from '../../http/exchange.ts';
import { type Json, Numeral, parseJson, ResponseError } from '../../http/json.ts';
import { JSON_BYTES_MAX, MIB } from '../../http/provider-api.ts';
import { classify, jsonOf, ProviderError, readPaid } from '../provider-error.ts';
import { Unusable } from '../../egress/unusable.ts';
import type { HttpApi } from './http-api.ts';
import type { ApiCall, ApiRunner } from './request.ts';
import { at, costOf, type Reading, succeeded } from './response.ts';

/** Something that an API stated wrongly, for the operator. @param call our token, or the name that the API gave the call. */
export type ApiFindings = (call: string, finding: string) => void;

export interface OpenApiOptions {
  readonly provider: string;
  readonly runner: ApiRunner;
  readonly api: HttpApi;
  /** Time limit of one request, including the work if the response has the result. */
  readonly callMs: number;
  readonly findings: ApiFindings;
}

const ASK_MS = 10_000;
const SUBMIT_MS = 30_000;
const WITH_FILES_BYTES_MAX = 27 * MIB;
/** As for configured providers. */
const NOT_TAKEN: readonly number[] = [401, 402, 403, 429];

export function createOpenApiAdapter(options: OpenApiOptions): Adapter<ApiCall> {
  const { provider, runner, api, callMs } = options;
  const { poll, cancel, idempotencyHeader } = runner;
  const bytesMax = runner.artifacts === undefined ? JSON_BYTES_MAX : WITH_FILES_BYTES_MAX;
  const readingOf = (call: string): Reading => ({
    runner,
    findings: (finding) => options.findings(call, finding),
  });
  const ask = (method: 'GET' | 'POST' | 'PUT', path: string, signal: AbortSignal): Promise<HttpResponse> =>
    api({ method, path, timeLimitMs: Math.min(callMs, ASK_MS), bytesMax, signal });
  return {
    provider,
    supports: {
      idempotency: idempotencyHeader !== undefined,
      lookupByToken: false,
      lookupByRef: poll !== undefined,
      cancel: cancel !== undefined,
      synchronous: poll === undefined,
    },
    async submit(token, call, signal) {
      const headers = idempotencyHeader === undefined ? {} : { [idempotencyHeader]: token };
      const timeLimitMs = poll === undefined ? callMs : Math.min(callMs, SUBMIT_MS);
      const response = await api({ ...call, method: runner.method, headers, timeLimitMs, bytesMax, signal });
      return readPaid(response, () => firstReply(response, poll, readingOf(token)));
    },
    async lookup(by, signal) {
      if (poll === undefined || !('ref' in by)) throw new Error('this API has no such look-up');
      const { ref } = by;
      const response = await ask('GET', pathOf(poll.path, ref), signal);
      if (response.status === NOT_FOUND && new ProviderError(response).isOwn) return 'absent';
      const reply = stateOf(response, { poll, ref, reading: readingOf(ref) });
      if (reply !== 'done') return reply;
      if (poll.resultPath === undefined) return succeeded(response, ref, readingOf(ref));
      return resultReply(await ask('GET', pathOf(poll.resultPath, ref), signal), ref, readingOf(ref));
    },
    async cancel(ref, signal) {
      if (cancel === undefined || poll === undefined) throw new Error('this API has no cancel');
      const response = await ask(cancel.method, pathOf(cancel.path, ref), signal);
      return cancelReply(response, { poll, ref, reading: readingOf(ref) });
    },
    classify: (error) => verdictOf(error, runner),
  };
}

const NOT_FOUND = 404;

/** The name becomes part of a path. It never leads to another one: see REF. */
const pathOf = (path: string, ref: string): string => path.replace('{ref}', ref);
const REF = /^(?!\.{1,2}$)[\w.~-]{1,128}$/;

type Poll = NonNullable<ApiRunner['poll']>;

function firstReply(response: HttpResponse, poll: Poll | undefined, reading: Reading): Reply {
  if (poll === undefined) return succeeded(response, null, reading);
  const body = jsonOf(response);
  const ref = refIn(body, poll);
  if (ref === null) throw new ResponseError('a call without a name');
  if (at(body, poll.status) === undefined) return { kind: 'running', ref };
  const reply = stateOf(response, { poll, ref, reading });
  if (reply !== 'done') return reply;
  return poll.resultPath === undefined ? succeeded(response, ref, reading) : { kind: 'running', ref };
}

/** Null if there is none, or none that can be part of a path. */
function refIn(body: Json, { ref: pointer = '/id' }: Poll): string | null {
  const value = at(body, pointer);
  const text = value instanceof Numeral ? value.text : value;
  return typeof text === 'string' && REF.test(text) ? text : null;
}

interface Asked {
  readonly poll: Poll;
  readonly ref: string;
  readonly reading: Reading;
}

function stateOf(response: HttpResponse, { poll, ref, reading }: Asked): Reply | 'done' {
  const body = jsonOf(response);
  const named = refIn(body, poll);
  if (named !== null && named !== ref) throw new ResponseError('another call');
  const status = at(body, poll.status);
  if (typeof status !== 'string') throw new ResponseError('no status');
  if (poll.done.includes(status)) return 'done';
  if (poll.failed.includes(status))
    return { kind: 'failed', reason: 'provider_failed', cost: costOf(response, body, reading), billed: 'failed' };
  if (poll.cancelled?.includes(status) === true) return { kind: 'cancelled', cost: costOf(response, body, reading) };
  return { kind: 'running', ref };
}

/** Some APIs say only by the status of the result that the work failed. */
function resultReply(response: HttpResponse, ref: string, reading: Reading): Reply {
  if (reading.runner.rejected?.includes(response.status) !== true) return succeeded(response, ref, reading);
  return { kind: 'failed', reason: 'provider_rejected', cost: costOf(response, undefined, reading), billed: 'failed' };
}

/** The response to a cancel may have another form, or no body: a look-up follows. */
function cancelReply(response: HttpResponse, asked: Asked): Reply {
  if (response.status < 200 || response.status > 299) throw new ProviderError(response);
  const running: Reply = { kind: 'running', ref: asked.ref };
  if (at(readable(response.body), asked.poll.status) === undefined) return running;
  const reply = stateOf(response, asked);
  return reply === 'done' ? running : reply;
}

function readable(body: Buffer): Json | undefined {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}

function verdictOf(error: unknown, { notTaken = NOT_TAKEN, rejected = [] }: ApiRunner): Classification {
  if (error instanceof Unusable)
    return { kind: 'not_delivered', reason: error.message, retryAfterSeconds: null, connected: false };
  const verdict = classify(error, new Set(notTaken));
  // A code that names the token means an earlier request with it, which may have been accepted.
  const isRefused = error instanceof ProviderError && rejected.includes(error.status) && !/idempoten/i.test(error.code);
  return verdict.kind === 'ambiguous' && isRefused
    ? { kind: 'rejected_unbilled', reason: 'provider_rejected' }
    : verdict;
}
