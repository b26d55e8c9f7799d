/** An endpoint as data: authentication, limits, parsing, encoding and the OpenAPI document derive from this one object. */
import type { TSchema } from 'typebox';
import type { ErrorMessage } from '../errors.ts';
import type { Scope } from '../scopes.ts';

export interface RouteBody {
  /** `json`: read whole, 64 KiB unless `bytesMax` says otherwise. `upload`: decoded as a stream, at most 12 MiB of file. `bytes`: the raw file. */
  readonly kind: 'json' | 'upload' | 'bytes';
  readonly schema: TSchema;
  readonly bytesMax?: number;
  /** Whether the body may be omitted; an omitted body means `{}`. */
  readonly optional?: true;
  /** Omitted if the examples come from the catalog (RequestExamples). */
  readonly example?: unknown;
}

export interface RouteResponse {
  readonly description: string;
  readonly schema: TSchema;
  /** Omitted: JSON in the envelope. Otherwise `schema` describes the whole body. */
  readonly mediaType?: 'text/event-stream' | 'application/json' | 'application/jsonl';
  /** Response headers besides those of every response: name → description. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response without a body: the client has the content already. */
export interface UnchangedResponse {
  readonly description: string;
  /** As in RouteResponse. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The common part of the public API's and the operator API's endpoints. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** OpenAPI path template. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description: string;
  /** Path parameters: name → schema of the text. */
  readonly params?: Readonly<Record<string, TSchema>>;
  /** Query parameters as a closed object of strings: an unknown parameter is refused. */
  readonly query?: TSchema & { readonly properties: Readonly<Record<string, TSchema>> };
  /** Required request headers besides Authorization: name → schema. */
  readonly headers?: Readonly<Record<string, TSchema>>;
  /** Request headers that may be omitted. */
  readonly optionalHeaders?: Readonly<Record<string, TSchema>>;
  readonly body?: RouteBody;
  readonly successes: {
    readonly 200?: RouteResponse;
    readonly 202?: RouteResponse;
    readonly 304?: UnchangedResponse;
  };
  /** Errors besides those that any route can return (ALWAYS_POSSIBLE). */
  readonly errors: readonly ErrorMessage[];
}

export interface Route extends Endpoint {
  readonly method: 'GET' | 'POST';
  readonly scope: Scope;
}

/** The limit of a sealed address, which has about 400 characters. */
export const ADDRESS_CHARACTERS_MAX = 1_600;

/** A route whose signed path is the permission: a client that has the path needs no key. */
export interface SignedRoute extends Endpoint {
  readonly method: 'GET' | 'PUT';
}

/** Another protocol behind an API key: each message is checked for the scope of the endpoint that it uses. */
export interface AgentRoute extends Endpoint {
  readonly method: 'POST';
}

/** A request of a runner, which has a runner key and no API key. */
export interface RunnerRoute extends Endpoint {
  readonly method: 'POST';
}

/** Errors that any route of runners can return. */
export const ALWAYS_POSSIBLE_FOR_RUNNERS = [
  'invalid_request',
  'invalid_runner_key',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorMessage[];

/** Errors that any agent route can return. */
export const ALWAYS_POSSIBLE_FOR_AGENTS = [
  'invalid_api_key',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorMessage[];

/** Errors that any signed route can return. */
export const ALWAYS_POSSIBLE_SIGNED = [
  'invalid_request',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorMessage[];

/** Errors that any authenticated route can return; `invalid_request` for an unknown query parameter. */
export const ALWAYS_POSSIBLE = [
  'invalid_request',
  'invalid_api_key',
  'platform_api_key_scope_required',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorMessage[];
