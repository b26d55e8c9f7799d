/** What needs no key: the OpenAPI document and the two probes. They tell nothing about any project. */
import { AppError, LIMITS } from '@tollgate/contract';
import type { Express, RequestHandler } from 'express';
import { encodeData } from '../call/endpoint.ts';
import type { Readiness } from '../process/readiness.ts';
import { responseContext, writeResult, writeError } from './response.ts';
import { newRequestId } from './request-id.ts';

export interface PublicDocuments {
  readonly basePath: string;
  /** Encoded. Its examples have today's prices, so it is another one after a change. */
  readonly openApi: () => string;
  readonly readiness: Readiness;
}

export function servePublic(app: Express, { basePath, openApi, readiness }: PublicDocuments): void {
  app.get(`${basePath}/openapi.json`, (_request, response) => {
    writeResult(response, responseContext(newRequestId()), { status: 200, encoded: openApi() });
  });
  app.get('/healthz', fixed(encodeData({ status: 'alive' })));
  app.get('/readyz', async (_request, response) => {
    const context = responseContext(newRequestId());
    const problems = await readiness.problems();
    if (Object.keys(problems).length === 0) return writeResult(response, context, READY);
    writeError(
      response,
      context,
      new AppError('service_unavailable', { details: problems, retryAfterSeconds: LIMITS.pollSeconds }),
    );
  });
}

const READY = { status: 200, encoded: encodeData({ status: 'ready' }) } as const;

/** The same each time, encoded once. */
export const fixed =
  (body: string): RequestHandler =>
  (_request, response) => {
    writeResult(response, responseContext(newRequestId()), { status: 200, encoded: body });
  };
