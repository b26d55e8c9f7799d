/**
 * Input and output of a handler of the operator API. The handler of a route that writes gets the transaction in which its
 * audit log entry is written, so that no handler can write without one.
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
  /** Member of the path's project; null without a project, and for an operator who is not a member. */
  readonly memberId: string | null;
}

export interface OperatorRequest<N extends OperatorRouteName> {
  readonly caller: Caller;
  /**
   * Organization of the path, of the path's project, or of the action's audit chain; null if the request concerns the
   * platform or the caller.
   */
  readonly organizationId: string | null;
  readonly projectId: string | null;
  /** Each matches its schema. */
  readonly params: ParamsOf<N>;
  readonly query: QueryOf<N>;
  /** Checked against the route's schema. */
  readonly body: BodyOf<N>;
}

/** Returns the data. Throws AppError. */
export type Read<N extends OperatorRouteName> = (call: OperatorRequest<N>) => Promise<unknown>;

/** Throws AppError, which rolls back everything it did. */
export type Act<N extends OperatorRouteName> = (transaction: Transaction, call: OperatorRequest<N>) => Promise<Acted>;

/** An action with a second part, which runs after the commit without a transaction, and again for each replay of the request. */
export interface ActThen<N extends OperatorRouteName> {
  readonly act: Act<N>;
  /**
   * Makes the response data from the result of the action. Throws AppError, which rolls back nothing, so that it must be
   * safe to repeat.
   */
  readonly afterwards: (data: unknown, call: OperatorRequest<N>) => Promise<unknown>;
}

export interface Acted {
  readonly data: unknown;
  /** Null if nothing was changed, so that no entry is written. */
  readonly entry: ActedOn | null;
  /** Response data of a replay, if `data` contains a secret. */
  readonly replayed?: unknown;
}

export interface ActedOn {
  /** Id of the changed thing. */
  readonly target: string;
  /** JSON without secrets; null if it did not exist before. */
  readonly before: object | null;
  /** JSON without secrets; null if it no longer exists. */
  readonly after: object | null;
}

export type OperatorHandler<N extends OperatorRouteName> =
  RouteOf<N> extends { readonly act: string } ? Act<N> | ActThen<N> : Read<N>;

/** Complete by type: a route without a handler does not compile. */
export type OperatorHandlers = { readonly [N in OperatorRouteName]: OperatorHandler<N> };
