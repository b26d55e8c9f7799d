/** An HTTP API that knows nothing of Farebox, as the runner of a tool: its requests, and where its responses say what. */
import type { Pointer } from '@farebox/price-rules';
import type { JsonValue } from '../json.ts';

export const METHODS = ['GET', 'POST', 'PUT'] as const;
export const CANCEL_METHODS = ['POST', 'PUT'] as const;
/** The value of a file argument in a request. */
export const FILE_FORMS = ['url', 'data-url', 'base64'] as const;
export type FileForm = (typeof FILE_FORMS)[number];

export interface HttpApi {
  readonly method: (typeof METHODS)[number];
  /** Below the URL. `{name}` is an argument. */
  readonly path: string;
  /** By parameter: a text, a number, a boolean or `{ "arg": "/seed" }`. */
  readonly query?: Readonly<Record<string, JsonValue>>;
  /** JSON with `{ "arg": "/prompt" }` in place of arguments. Absent: all arguments, unless the method is GET. */
  readonly body?: JsonValue;
  /** Absent: `url`. */
  readonly files?: FileForm;
  /** The header that has the secret, behind the scheme. Absent: `authorization: Bearer …`. */
  readonly auth?: { readonly header: string; readonly scheme?: string };
  /** The header that has the token of the call, if the API does the work of one token once. */
  readonly idempotencyHeader?: string;
  /** Statuses which mean that the call has not begun, so that it is sent again. */
  readonly notTaken?: readonly number[];
  /** Statuses which mean that the call is refused for good, at no cost. */
  readonly rejected?: readonly number[];
  readonly poll?: Poll;
  /** `{ref}` in the path is the name that the API gave the call. */
  readonly cancel?: { readonly method: (typeof CANCEL_METHODS)[number]; readonly path: string };
  /** JSON Pointer to the result in the last response. Absent: the whole body, unless there are artifacts. */
  readonly result?: Pointer;
  /** JSON Pointers to a URL or base64 in the last response, one for each artifact of `output`. Empty text: the body is the file. */
  readonly artifacts?: readonly Pointer[];
  /** JSON Pointer to the units that a price with `reported` counts. */
  readonly units?: Pointer;
  /** Where the last response states its cost in US dollars. */
  readonly cost?: { readonly pointer: Pointer } | { readonly header: string };
}

/** How the API is asked about a call that it took. */
export interface Poll {
  /** `{ref}` is the name that the API gave the call. */
  readonly path: string;
  /** JSON Pointer to that name in the first response. Absent: `/id`. */
  readonly ref?: Pointer;
  /** JSON Pointer to the status in a response. Any word that is in no list below means that the work goes on. */
  readonly status: Pointer;
  readonly done: readonly string[];
  readonly failed: readonly string[];
  readonly cancelled?: readonly string[];
  /** The path of the result, if the response that says `done` does not have it. */
  readonly resultPath?: string;
}
