/** Endpoints without a key: the OpenAPI document, the guide for agents and two probes. They reveal nothing about projects. */
import { AppError, GUIDE_PATH, LIMITS } from '@farebox/contract';
import { llmsText } from '@farebox/mcp';
import type { Express, RequestHandler } from 'express';
import { encodeData } from '../endpoint/handler.ts';
import type { Readiness } from '../process/readiness.ts';
import { commonHeaders, responseContext, writeError, writeResult } from './response.ts';
import { newRequestId } from './request-id.ts';

export interface PublicDocuments {
  readonly basePath: string;
  /** The encoded document. Its examples contain the current prices, so it changes with them. */
  readonly openApi: () => Promise<string>;
  readonly readiness: Readiness;
  /** Base URL that clients use. */
  readonly publicUrl: URL;
}

export function servePublic(app: Express, { basePath, openApi, readiness, publicUrl }: PublicDocuments): void {
  app.get(`${basePath}${GUIDE_PATH}`, text(llmsText({ baseUrl: publicUrl.href.replace(/\/+$/, '') })));
  app.get(`${basePath}/openapi.json`, async (_request, response) => {
    writeResult(response, responseContext(newRequestId()), { status: 200, encoded: await openApi() });
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

/** A constant response, encoded once. */
export const fixed =
  (body: string): RequestHandler =>
  (_request, response) => {
    writeResult(response, responseContext(newRequestId()), { status: 200, encoded: body });
  };

/** A text document, for people and for agents. */
const text =
  (body: string): RequestHandler =>
  (_request, response) => {
    const headers = [...commonHeaders(newRequestId(), body)];
    headers[headers.indexOf('Content-Type') + 1] = 'text/plain; charset=utf-8';
    response.writeHead(200, headers).end(body);
  };
