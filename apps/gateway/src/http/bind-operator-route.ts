/**
 * Binds a route object of the operator API and its handler into a request listener. The order: session, rate limit,
 * permission, then query and body. Nothing is read before the request is counted; nothing is written before it is allowed.
 */
import type { IncomingMessage } from 'node:http';
import {
  AppError,
  type JsonObject,
  missingOf,
  notFound,
  OPERATOR_ROUTES,
  type OperatorRoute,
  type OperatorRouteName,
  parseJsonObject,
} from '@farebox/contract';
import type { Database, Transaction } from '@farebox/db';
import { type Session, SessionsUnavailableError, type SessionVerifier } from '@farebox/identity';
import { type TSchema, Type } from 'typebox';
import type { HandlerResult } from '../endpoint/handler.ts';
import { unavailable } from '../endpoint/failure.ts';
import { type Check, compileCheck, compileQueryCheck } from '../endpoint/validation.ts';
import { allow, type Asked, requireVisible } from '../operator/access.ts';
import { perform } from '../operator/act.ts';
import { organizationOfChain } from '../operator/chain.ts';
import type { Act, ActThen, OperatorRequest, OperatorHandlers, Read } from '../operator/endpoint.ts';
import { bearerToken } from './authentication.ts';
import type { RouteListener } from './bind-route.ts';
import { header } from './header.ts';
import { requireJson } from './content-type.ts';
import type { OperatorLimits } from './operator-limits.ts';
import { parseQuery, typed } from './query.ts';
import { readBody } from './read-body.ts';
import { type ResponseContext, responseContext, writeResult } from './response.ts';
import type { SendError } from './send-error.ts';

const BODY_BYTES_MAX = 8 * 1024;
const EMPTY = Type.Object({}, { additionalProperties: false });

export interface OperatorPipeline {
  /** Checks permissions, and opens the transaction of an action. */
  readonly database: Database;
  /** Codes of invitations are stored as an HMAC under this key. */
  readonly keyPepper: string;
  readonly sessions: SessionVerifier;
  readonly sendError: SendError;
  readonly limits: OperatorLimits;
}

export function bindOperatorRoute<N extends OperatorRouteName>(
  name: N,
  handler: OperatorHandlers[N],
  pipeline: OperatorPipeline,
): RouteListener {
  const { sendError } = pipeline;
  const route: OperatorRoute = OPERATOR_ROUTES[name];
  const handle = handled(name, handler, pipeline);
  const reader = readerOf(route);
  return async (request, response, params) => {
    const context = responseContext(response, route.path);
    try {
      const session = await sessionOf(pipeline, request, context);
      requireVisible(route.access, session);
      const named = reader.params(params);
      Object.assign(context, idsIn(named));
      const who = { access: route.access, params: named, session };
      const allowed = await allow(pipeline.database.prisma, who);
      const query = reader.query(request.url ?? '');
      const body = await reader.body(request);
      const call = { ...allowed, params: named, query, body } as unknown as OperatorRequest<N>;
      const idempotencyKey = header(request, 'idempotency-key');
      const asked = { idempotencyKey, requestId: context.requestId, who };
      writeResult(response, context, await handle(call, asked));
    } catch (error) {
      sendError(request, response, { context, error, route: undefined });
    }
  };
}

/** The parameters passed their schemas, so they are ids. */
const idsIn = ({ projectId, executionId }: Readonly<Record<string, string>>) => ({
  ...(projectId === undefined ? {} : { projectId }),
  ...(executionId === undefined ? {} : { executionId }),
});

interface AskedBy {
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
  readonly who: Asked;
}

/** A route that changes something is recorded in the audit log; a route that only reads is not. */
function handled<N extends OperatorRouteName>(name: N, handler: OperatorHandlers[N], pipeline: OperatorPipeline) {
  const route: OperatorRoute = OPERATOR_ROUTES[name];
  const { act, idempotency } = route;
  return async (asOfPath: OperatorRequest<N>, { who, ...asked }: AskedBy): Promise<HandlerResult> => {
    if (act === undefined) return { status: 200, data: await (handler as Read<N>)(asOfPath) };
    const call = { ...asOfPath, organizationId: await organizationOfChain(pipeline, route, asOfPath) };
    const request = { ...call, ...asked, act, operation: name, isKeyRequired: idempotency === 'required' };
    const { act: run, afterwards } = stepsOf(handler as Act<N> | ActThen<N>);
    const work = async (transaction: Transaction) => {
      await allow(transaction, who); // the caller may have lost the permission while this request waited
      return await run(transaction, call);
    };
    const body = call.body as JsonObject;
    const result = await perform(pipeline.database, { ...request, params: { ...call.params }, body }, work);
    return afterwards === undefined ? result : { ...result, data: await afterwards(result.data, call) };
  };
}

const stepsOf = <N extends OperatorRouteName>(
  handler: Act<N> | ActThen<N>,
): Partial<ActThen<N>> & Pick<ActThen<N>, 'act'> => (typeof handler === 'function' ? { act: handler } : handler);

async function sessionOf(
  { sessions, limits }: OperatorPipeline,
  request: IncomingMessage,
  context: ResponseContext,
): Promise<Session> {
  const session = await verified(sessions, header(request, 'authorization')).catch(async (error: unknown) => {
    await limits.countAddress(request, context);
    throw error;
  });
  await limits.countSession(session, context);
  return session;
}

async function verified(sessions: SessionVerifier, authorization: string | undefined): Promise<Session> {
  const token = bearerToken(authorization);
  try {
    const session = token === null ? null : await sessions.verify(token);
    if (session === null) throw new AppError('invalid_session');
    return session;
  } catch (error) {
    throw error instanceof SessionsUnavailableError ? unavailable('service_unavailable', error) : error;
  }
}

/** Compiles the schemas once, at start. */
function readerOf(route: OperatorRoute) {
  const { params = {}, query = EMPTY, body, bodyBytesMax = BODY_BYTES_MAX } = route;
  const checks = Object.entries(params).map(
    ([name, schema]) => [name, compileCheck(Type.Object({ [name]: schema }, { additionalProperties: false }))] as const,
  );
  const checkQuery = compileQueryCheck(query);
  const checkBody = compileCheck(body?.schema ?? EMPTY);
  return {
    params: (found: Parameters<RouteListener>[2]) => paramsOf(route, found, checks),
    query: (url: string) => queryOf(url, query, checkQuery),
    body: (request: IncomingMessage) => bodyOf(request, checkBody, bodyBytesMax),
  };
}

/** An id of the wrong form cannot exist, so it gets 404 without a query. */
function paramsOf(
  route: OperatorRoute,
  found: Parameters<RouteListener>[2],
  checks: readonly (readonly [name: string, check: Check])[],
): Readonly<Record<string, string>> {
  const params = { ...found } as Readonly<Record<string, string>>;
  for (const [name, check] of checks) {
    try {
      check({ [name]: params[name] });
    } catch {
      const missing = missingOf(route, name);
      throw missing === undefined ? new AppError('not_found') : notFound(missing);
    }
  }
  return params;
}

function queryOf(url: string, schema: TSchema, check: Check): unknown {
  const query = typed(parseQuery(url), schema);
  check(query);
  return query;
}

async function bodyOf(request: IncomingMessage, check: Check, bytesMax: number): Promise<JsonObject> {
  const isRead = ['GET', 'HEAD'].includes(request.method ?? '');
  const bytes = isRead ? Buffer.alloc(0) : await readBody(request, bytesMax);
  if (bytes.length > 0) requireJson(request);
  const body = bytes.length === 0 ? {} : parseJsonObject(bytes);
  check(body);
  return body;
}
