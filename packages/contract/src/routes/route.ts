/** What an endpoint is: one object from which authentication, limits, parsing, encoding and the OpenAPI document derive. */
import type { TSchema } from 'typebox';
import type { ErrorMessage } from '../errors.ts';
import type { Scope } from '../scopes.ts';

export interface RouteBody {
  /** `json`: read whole, at most 64 KiB unless `bytesMax` says more. `upload`: decoded as a stream, at most 12 MiB of file. `bytes`: a file as it is. */
  readonly kind: 'json' | 'upload' | 'bytes';
  readonly schema: TSchema;
  readonly bytesMax?: number;
  /** Whether the body may be left out, which then means `{}`. */
  readonly optional?: true;
  /** Left out where the examples come from the catalog (RequestExamples). */
  readonly example?: unknown;
}

export interface RouteResponse {
  readonly description: string;
  readonly schema: TSchema;
  /** Left out: JSON in the envelope. Otherwise the schema is that of the whole body. */
  readonly mediaType?: 'text/event-stream' | 'application/json' | 'application/jsonl';
  /** Response headers beyond those that every answer has: name → description. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What endpoints of the API and of the operator API have in common. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** OpenAPI path template. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description: string;
  /** Path parameters: name → schema of its text. */
  readonly params?: Readonly<Record<string, TSchema>>;
  /** Query parameters; a closed object of strings, so that an unknown one is refused. */
  readonly query?: TSchema & { readonly properties: Readonly<Record<string, TSchema>> };
  /** Request headers beyond Authorization: name → schema; all required. */
  readonly headers?: Readonly<Record<string, TSchema>>;
  /** Request headers that may be left out. */
  readonly optionalHeaders?: Readonly<Record<string, TSchema>>;
  readonly body?: RouteBody;
  readonly successes: { readonly 200?: RouteResponse; readonly 202?: RouteResponse };
  /** Beyond those that any route can answer (see ALWAYS_POSSIBLE). */
  readonly errors: readonly ErrorMessage[];
}

export interface Route extends Endpoint {
  readonly method: 'GET' | 'POST';
  readonly scope: Scope;
}

/** What the path itself permits: it was signed here for whoever has it, who needs no key. */
export interface SignedRoute extends Endpoint {
  readonly method: 'PUT';
}

/** Another protocol behind a key: what a call in it needs is checked where it leads to. */
export interface AgentRoute extends Endpoint {
  readonly method: 'POST';
}

/** What any agent route can answer. */
export const ALWAYS_POSSIBLE_FOR_AGENTS = [
  'invalid_api_key',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorMessage[];

/** What any signed route can answer. */
export const ALWAYS_POSSIBLE_SIGNED = [
  'invalid_request',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorMessage[];

/** What any authenticated route can answer; `invalid_request` for a query parameter that it does not have. */
export const ALWAYS_POSSIBLE = [
  'invalid_request',
  'invalid_api_key',
  'platform_api_key_scope_required',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorMessage[];
