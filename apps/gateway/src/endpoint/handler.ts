/**
 * Input and output of a handler. Nothing here knows HTTP or Express: a handler gets an authenticated, authorised request
 * and returns data or throws AppError.
 */
import type { JsonObject, ROUTES, RouteName } from '@farebox/contract';
import type { Identity } from '@farebox/identity';
import type { Static, TSchema } from 'typebox';
import type { SharedBody } from './shared-body.ts';
import type { Feed } from '../watch/stream-registry.ts';

type RouteOf<N extends RouteName> = (typeof ROUTES)[N];
type ParamsOf<N extends RouteName> =
  RouteOf<N> extends { readonly params: infer P } ? { readonly [K in keyof P]: string } : {};
type QueryOf<N extends RouteName> =
  RouteOf<N> extends { readonly query: infer Q extends TSchema } ? Static<Q> : undefined;
/** A response whose body continues: server-sent events. */
export interface FeedResult {
  readonly status: 200;
  readonly feed: Feed;
}

/** A body of JSON lines, without the envelope. */
export interface LinesResult {
  readonly status: 200;
  readonly lines: readonly object[];
  readonly headers?: Readonly<Record<string, string>>;
}

type ResultOf<N extends RouteName> =
  RouteOf<N> extends { readonly successes: { readonly 200: { readonly mediaType: 'text/event-stream' } } }
    ? FeedResult
    : RouteOf<N> extends { readonly successes: { readonly 200: { readonly mediaType: 'application/jsonl' } } }
      ? LinesResult
      : RouteOf<N> extends { readonly successes: { readonly 304: unknown } }
        ? SharedResult
        : HandlerResult | EncodedResult;
type BodyKindOf<N extends RouteName> = RouteOf<N> extends { readonly body: { readonly kind: infer K } } ? K : 'none';
type BodyOf<N extends RouteName> = { none: undefined; json: JsonObject; upload: AsyncIterable<Buffer> }[BodyKindOf<N> &
  ('none' | 'json' | 'upload')];

export interface RouteRequest<N extends RouteName> {
  readonly identity: Identity;
  readonly requestId: string;
  readonly params: ParamsOf<N>;
  readonly query: QueryOf<N>;
  /** `json`: a parsed object, not yet checked against the route's schema. `upload`: the raw body, unread. */
  readonly body: BodyOf<N>;
  readonly idempotencyKey: string | undefined;
  /** Header value, unparsed. */
  readonly cancelAfter: string | undefined;
  /** Header value, unparsed. */
  readonly prefer: string | undefined;
  /** Header value, unparsed. */
  readonly lastEventId: string | undefined;
  /** Calls the listener once the response has ended or the client has disconnected. */
  readonly onGone: (listener: () => void) => void;
}

export interface HandlerResult {
  readonly status: 200 | 202;
  /** Becomes `{"data": …}`. */
  readonly data: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Accepted or replayed execution, for the log. */
  readonly executionId?: string;
  /** Milliseconds that the client asked to wait, which do not count as response time. */
  readonly waitedMs?: number;
}

/** A constant response, encoded once. */
export interface EncodedResult {
  readonly status: 200;
  readonly encoded: string;
}

/** A body for many requests, which the client may already have. */
export interface SharedResult {
  readonly status: 200;
  readonly shared: SharedBody;
}

/** The envelope of every success. */
export const encodeData = (data: unknown): string => `{"data":${JSON.stringify(data)}}`;

export type Handler<N extends RouteName> = (call: RouteRequest<N>) => ResultOf<N> | Promise<ResultOf<N>>;

/** Complete by type: a route without a handler does not compile. */
export type Handlers = { readonly [N in RouteName]: Handler<N> };

/** Routes whose body is JSON. */
export type JsonRouteName = { [N in RouteName]: BodyKindOf<N> extends 'json' ? N : never }[RouteName];
export type CheckedBody<N extends JsonRouteName> =
  RouteOf<N> extends { readonly body: { readonly schema: infer S extends TSchema } } ? Static<S> : never;
