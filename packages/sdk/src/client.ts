/** The client: one method for each function of the API, and `run` for a complete purchase. */
import { type Artifact, artifactsOf } from './artifact.ts';
import { createReadCatalog, type ReadCatalog } from './catalog.ts';
import { type Batches, createBatches } from './batches/batches.ts';
import { type BatchOutcome, finishBatch } from './batches/run.ts';
import { type EventsOptions, executionEvents, type ProjectEventsOptions, projectEvents } from './executions/events.ts';
import { type ListOptions, listExecutions } from './executions/list.ts';
import { type WaitOptions, waitFor } from './executions/wait.ts';
import { type PartsRequest, begin } from './files/parts.ts';
import { type Source, type UploadFromOptions, type UploadOptions, upload, uploadFrom } from './files/upload.ts';
import { createApi } from './http/api.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { createToldPause, type OnWait } from './http/told-pauses.ts';
import type {
  BatchRunOptions,
  EventUrlOptions,
  PayOptions,
  ResumedOutcome,
  ResumeOptions,
  RunOptions,
} from './options.ts';
import { checkRequired } from './required-options.ts';
import { argumentsText } from './requests/arguments.ts';
import { NO_CEILING, pay } from './requests/pay.ts';
import { pendingOf, type Resumed, resume, resumeAll } from './requests/resume.ts';
import {
  type PaidBatch,
  type PaidExecution,
  type PaidRequest,
  type RequestStore,
  memoryStore,
} from './requests/store.ts';
import { type Outcome, finish } from './run.ts';
import type { Tools } from './generated/tools.ts';
import { type Templates, createTemplates } from './templates.ts';
import type {
  ArgumentsOf,
  Batch,
  EventUrl,
  Execution,
  ExecutionSummary,
  FileFacts,
  Project,
  Quote,
  ToolMap,
  ToolName,
  UploadUrl,
  UploadUrlRequest,
  Usage,
} from './types.ts';

export interface FareboxOptions {
  /** Base URL of the API, such as `https://tools.example`. In a page also empty or a path, for the page's own host. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Where paid requests are stored before they are sent. Default: memory, which does not survive a crash. */
  readonly store?: RequestStore;
  readonly fetch?: typeof globalThis.fetch;
  /** Timeout of one attempt in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** The most attempts of one request, if its errors are retryable. Default 6. */
  readonly attemptsMax?: number;
  /** After this many milliseconds without a byte, an event stream connects again and a download fails. Default 45,000. */
  readonly silenceMs?: number;
  /**
   * Called once for each pause longer than a second, with its milliseconds: `rate_limit` until the next window, `retry` before a request is
   * repeated. Requests that wait together are one pause.
   */
  readonly onWait?: OnWait;
}

export interface Farebox<T extends ToolMap> {
  /** Quotes, executes and waits. Rejects with a FareboxError; its `execution` has the charge of a failed execution. */
  readonly run: <N extends ToolName<T>>(tool: N, args: ArgumentsOf<T, N>, options: RunOptions) => Promise<Outcome>;
  /**
   * Quotes, executes and waits for up to 1,000 executions of one tool; all of them are accepted, or none. Resolves with the result of each, also
   * if some have failed or are under review.
   */
  readonly runBatch: <N extends ToolName<T>>(
    tool: N,
    list: readonly ArgumentsOf<T, N>[],
    options: BatchRunOptions,
  ) => Promise<BatchOutcome>;
  /** Quotes and executes a batch. Resolves once the batch is accepted. */
  readonly executeBatch: <N extends ToolName<T>>(
    tool: N,
    list: readonly ArgumentsOf<T, N>[],
    options: PayOptions,
  ) => Promise<Batch>;
  /** Quotes and executes. Resolves once the execution is accepted. */
  readonly execute: <N extends ToolName<T>>(
    tool: N,
    args: ArgumentsOf<T, N>,
    options: PayOptions,
  ) => Promise<Execution>;
  readonly quote: <N extends ToolName<T>>(
    tool: N,
    args: ArgumentsOf<T, N>,
    options?: { readonly signal?: AbortSignal },
  ) => Promise<Quote>;
  /** Uploads a file. Audio and video above 12 MiB use a resumable upload if the source is bytes or a Blob. */
  readonly upload: (source: Source, options?: UploadOptions) => Promise<FileFacts>;
  /**
   * Lets the service fetch a file of at most 12 MiB from an https URL on the internet. Rejects with `url_not_fetched` and
   * `details.reason` if it cannot. One attempt may take a minute, whatever `timeoutMs` is.
   */
  readonly uploadFrom: (url: string | URL, options: UploadFromOptions) => Promise<FileFacts>;
  /** Creates an upload URL for a client without a key: a page sends its file with `putFile`. */
  readonly uploadUrl: (file: UploadUrlRequest) => Promise<UploadUrl>;
  /** Creates a resumable upload for audio or video above 12 MiB. Returns a secret URL, valid for 24 hours, for `putParts`. */
  readonly beginUpload: (file: PartsRequest) => Promise<string>;
  readonly get: (id: string, options?: { readonly signal?: AbortSignal }) => Promise<Execution>;
  /** Reads up to 100 executions with one request; null for ids that do not exist. */
  readonly getMany: (
    ids: readonly string[],
    options?: { readonly signal?: AbortSignal },
  ) => Promise<readonly (Execution | null)[]>;
  /** Waits until the execution has ended or is under review. */
  readonly wait: (id: string, options?: WaitOptions) => Promise<Execution>;
  /** Streams the states of an execution. The first comes at once; the iterator ends after the last. */
  readonly events: {
    (id: string, options?: EventsOptions): AsyncGenerator<Execution, void>;
    /** Streams the states of all executions of the project: first those that are open, then every change. Never ends; a state may be repeated. */
    (options?: ProjectEventsOptions): AsyncGenerator<Execution, void>;
  };
  /** Creates a secret URL for the `EventSource` of a page: the stream of one execution, or of the project. Valid for 15 minutes. */
  readonly eventUrl: (options?: EventUrlOptions) => Promise<EventUrl>;
  /** Cancels the execution. Costs that have arisen so far are charged. Aborting a wait does not cancel. */
  readonly cancel: (id: string) => Promise<Execution>;
  readonly list: (options?: ListOptions) => AsyncGenerator<ExecutionSummary, void>;
  readonly artifacts: (execution: Execution) => readonly Artifact[];
  /** Reads all tools, or only the listed fields of each. An unchanged catalog is not sent again. */
  readonly catalog: ReadCatalog;
  readonly project: () => Promise<Project>;
  readonly usage: () => Promise<Usage>;
  readonly batches: Batches<T>;
  /** Named pipelines of the project. */
  readonly templates: Templates;
  /** Stored paid requests that have not ended as far as this store knows; `kind` tells batches from executions. */
  readonly pending: () => Promise<readonly PaidRequest[]>;
  /** Completes a stored request. */
  readonly resume: <R extends PaidRequest>(request: R, options: ResumeOptions<R>) => Promise<ResumedOutcome<R>>;
  /**
   * Completes all pending requests, each within the ceiling, and goes on past those that fail. Resolves with every request and its outcome or its
   * error. Rejects only if the store cannot be read, or with the reason of the signal.
   */
  readonly resumeAll: (options: Omit<PayOptions, 'request'>) => Promise<readonly Resumed[]>;
  /** Removes a named request from the store. Use it for names that you will not request again. */
  readonly forget: (request: string) => Promise<void>;
}

const TIMEOUT_MS = 30_000;
const ATTEMPTS_MAX = 6;

const quoteOf = (tool: string, args: unknown): object => ({
  tool,
  arguments: JSON.parse(argumentsText('execution', args)) as object,
});

const withoutSlash = (url: string): string => (url.endsWith('/') ? withoutSlash(url.slice(0, -1)) : url);
export function createFarebox<T extends ToolMap = Tools>(options: FareboxOptions): Farebox<T> {
  checkRequired(options);
  const { baseUrl, apiKey, store = memoryStore(), timeoutMs = TIMEOUT_MS, attemptsMax = ATTEMPTS_MAX } = options;
  const fetch: typeof globalThis.fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
  const pause = createToldPause(options.onWait);
  const api = createApi({
    baseUrl: withoutSlash(baseUrl),
    apiKey,
    fetch,
    rateLimit: createRateLimit(pause),
    pause,
    timeoutMs,
    attemptsMax,
    silenceMs: options.silenceMs,
  });
  const io = { api, fetch, store };
  const read = async <D>(path: string, signal?: AbortSignal): Promise<D> =>
    (await api.send<D>({ method: 'GET', path, signal })).data;
  const post = async <D>(path: string, body: object, signal?: AbortSignal): Promise<D> =>
    (await api.send<D>({ method: 'POST', path, body: JSON.stringify(body), signal })).data;
  const get = (id: string, signal?: AbortSignal): Promise<Execution> =>
    read(`/tools/executions/${encodeURIComponent(id)}`, signal);
  const asked = (tool: string, args: object, { ceiling, request, signal }: PayOptions = NO_CEILING) =>
    pay<PaidExecution>({ kind: 'execution', tool, arguments: args, ceiling, name: request, signal }, io);
  const askedBatch = (tool: string, list: object, { ceiling, request, signal }: PayOptions = NO_CEILING) =>
    pay<PaidBatch>({ kind: 'batch', tool, arguments: list, ceiling, name: request, signal }, io);
  return {
    run: async (tool, args, how) => finish(await asked(tool, args as object, how), how, io),
    runBatch: async (tool, list, how) => finishBatch(await askedBatch(tool, list, how), how, io),
    executeBatch: async (tool, list, paid) => (await askedBatch(tool, list, paid)).made,
    execute: async (tool, args, paid) => (await asked(tool, args as object, paid)).made,
    quote: async (tool, args, { signal } = {}) => post('/tools/quote', quoteOf(tool, args), signal),
    upload: (source, how = {}) => upload(source, how, io),
    uploadFrom: (url, how) => uploadFrom(url, how, api),
    uploadUrl: (file) => post('/tools/upload-urls', file),
    beginUpload: (file) => begin(file, api),
    get: (id, { signal } = {}) => get(id, signal),
    async getMany(ids, { signal } = {}) {
      const { executions } = await post<{ executions: Execution[] }>('/tools/executions/read', { ids }, signal);
      const found = new Map(executions.map((execution) => [execution.id, execution]));
      return ids.map((id) => found.get(id) ?? null);
    },
    wait: async (id, how = {}) => waitFor(await get(id, how.signal), how, api),
    events: (of?: string | ProjectEventsOptions, how?: EventsOptions) =>
      typeof of === 'string' ? executionEvents(of, how ?? {}, api) : projectEvents(of ?? {}, api),
    eventUrl: ({ signal, ...request } = {}) => post('/tools/event-urls', request, signal),
    cancel: (id) => post(`/tools/executions/${encodeURIComponent(id)}/cancel`, {}),
    list: (how = {}) => listExecutions(how, api),
    artifacts: (execution) => artifactsOf(execution, io),
    catalog: createReadCatalog(api),
    project: () => read('/tools/project'),
    usage: () => read('/tools/usage'),
    batches: createBatches(io),
    templates: createTemplates({ read, post }),
    pending: () => pendingOf(io),
    resume: (request, how) => resume(request, how, io),
    resumeAll: (how) => resumeAll(how, io),
    forget: (request) => store.remove(request),
  };
}
