/**
 * What a handler of the operator API is given and what it answers. A route that acts has a handler that is handed the transaction in which
 * its entry of the audit log is written, so that none can act without one.
 */
import type { OPERATOR_ROUTES, OperatorRouteName } from '@farebox/contract';
import type { Transaction } from '@farebox/db';
import type { Session } from '@farebox/identity';
import type { Static, TSchema } from 'typebox';

type RouteOf<N extends OperatorRouteName> = (typeof OPERATOR_ROUTES)[N];
type ParamsOf<N extends OperatorRouteName> =
  RouteOf<N> extends { readonly params: infer P } ? { readonly [K in keyof P]: string } : {};
type QueryOf<N extends OperatorRouteName> =
  RouteOf<N> extends { readonly query: infer Q extends TSchema } ? Static<Q> : {};
type BodyOf<N extends OperatorRouteName> =
  RouteOf<N> extends { readonly body: { readonly schema: infer S extends TSchema } } ? Static<S> : {};

export interface Caller extends Session {
  /** In the project of the path; null where there is none, and for an operator who is no member. */
  readonly memberId: string | null;
}

export interface OperatorRequest<N extends OperatorRouteName> {
  readonly caller: Caller;
  /** That the path names, that the project of the path belongs to, or whose chain tells of the act; null: it is about the platform or the caller. */
  readonly organizationId: string | null;
  readonly projectId: string | null;
  /** Each has the form that its schema asks for. */
  readonly params: ParamsOf<N>;
  readonly query: QueryOf<N>;
  /** Checked against the route's schema. */
  readonly body: BodyOf<N>;
}

/** Answers the data. Throws AppError. */
export type Read<N extends OperatorRouteName> = (call: OperatorRequest<N>) => Promise<unknown>;

/** Throws AppError, which undoes all that it did. */
export type Act<N extends OperatorRouteName> = (transaction: Transaction, call: OperatorRequest<N>) => Promise<Acted>;

/** An act with a part that is done once it is committed, without a transaction; and again whenever the request is repeated. */
export interface ActThen<N extends OperatorRouteName> {
  readonly act: Act<N>;
  /** Answers the data, from what the act answered. Throws AppError, which undoes nothing: it must suit a second time. */
  readonly afterwards: (data: unknown, call: OperatorRequest<N>) => Promise<unknown>;
}

export interface Acted {
  readonly data: unknown;
  /** Null: nothing was changed, so nothing is told. */
  readonly entry: ActedOn | null;
  /** What a repetition of the request is answered, where `data` has a secret. */
  readonly replayed?: unknown;
}

export interface ActedOn {
  /** Id of what was acted on. */
  readonly target: string;
  /** JSON without secrets; null: it was not there. */
  readonly before: object | null;
  /** JSON without secrets; null: it is there no longer. */
  readonly after: object | null;
}

export type OperatorHandler<N extends OperatorRouteName> =
  RouteOf<N> extends { readonly act: string } ? Act<N> | ActThen<N> : Read<N>;

/** Complete by type: a route without a handler does not compile. */
export type OperatorHandlers = { readonly [N in OperatorRouteName]: OperatorHandler<N> };
