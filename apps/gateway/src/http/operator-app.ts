/**
 * The operator API, on its own port: members of a project manage its keys with the session of their issuer. A project
 * that the caller is not of answers like one that does not exist.
 */
import { AppError, type JsonObject, parseJsonObject } from '@tollgate/contract';
import { isId } from '@tollgate/kernel';
import {
  type KeyAuthority,
  findMember,
  type ProjectMember,
  SessionsUnavailableError,
  type SessionVerifier,
} from '@tollgate/identity';
import type { Express, Request, RequestHandler } from 'express';
import { Type } from 'typebox';
import { unavailable } from '../call/failure.ts';
import { responseContext, writeResult } from './response.ts';
import { bearerToken } from './authentication.ts';
import { bareApp, type Listener, closeTheRest } from './bare-app.ts';
import { requireJson } from './content-type.ts';
import { readBody } from './read-body.ts';
import type { SendError } from './send-error.ts';
import { newRequestId } from './request-id.ts';
import { type Check, compileCheck } from '../call/validation.ts';
import type { OperatorLimits } from './operator-limits.ts';
import type { Operation } from '../operator/operation.ts';
import { OPERATIONS } from '../operator/operations.ts';

/** What keys are made of is short. */
const BODY_BYTES_MAX = 8 * 1024;

export interface OperatorOptions {
  readonly authority: KeyAuthority;
  readonly sessions: SessionVerifier;
  readonly sendError: SendError;
  readonly limits: OperatorLimits;
}

export function createOperatorApp(options: OperatorOptions): Express {
  const { sendError } = options;
  const app = bareApp();
  for (const operation of OPERATIONS)
    app[operation.method](`/projects/:projectId${operation.path}`, listenerOf(operation, options));
  const absent: Listener = async (request, response) =>
    sendError(request, response, {
      context: responseContext(newRequestId()),
      error: new AppError('not_found'),
      route: undefined,
    });
  closeTheRest(app, absent, sendError);
  return app;
}

function listenerOf(
  { schema, run }: Operation,
  { authority, sessions, sendError, limits }: OperatorOptions,
): RequestHandler {
  const check = compileCheck(schema ?? Type.Object({}, { additionalProperties: false }));
  return async (request, response) => {
    const context = responseContext(newRequestId());
    try {
      const params = request.params as Readonly<Record<string, string>>;
      const projectId = params['projectId'] ?? '';
      const subject = await subjectOf(sessions, request.headers.authorization).catch(async (error: unknown) => {
        await limits.countAddress(request, context);
        throw error;
      });
      await limits.countSubject(subject, context);
      const member = await adminOf(authority, { projectId, subject });
      const body = await bodyOf(request, check);
      writeResult(response, context, await run(authority, { projectId, memberId: member.id, params, body }));
    } catch (error) {
      sendError(request, response, { context, error, route: undefined });
    }
  };
}

async function subjectOf(sessions: SessionVerifier, authorization: string | undefined): Promise<string> {
  const token = bearerToken(authorization);
  try {
    const session = token === null ? null : await sessions.verify(token);
    if (session === null) throw new AppError('invalid_session');
    return session.subject;
  } catch (error) {
    throw error instanceof SessionsUnavailableError ? unavailable('service_unavailable', error) : error;
  }
}

async function adminOf(
  { database }: KeyAuthority,
  who: { projectId: string; subject: string },
): Promise<ProjectMember> {
  const member = isId('project', who.projectId) ? await findMember(database, who) : null;
  if (member === null) throw new AppError('not_found');
  if (member.role !== 'ADMIN') throw new AppError('project_permission_required');
  return member;
}

async function bodyOf(request: Request, check: Check): Promise<JsonObject> {
  const bytes = ['GET', 'HEAD'].includes(request.method) ? Buffer.alloc(0) : await readBody(request, BODY_BYTES_MAX);
  if (bytes.length > 0) requireJson(request.headers);
  const body = bytes.length === 0 ? {} : parseJsonObject(bytes);
  check(body);
  return body;
}
