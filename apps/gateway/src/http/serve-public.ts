/** Endpoints without a key: the OpenAPI document, the guide for agents and two probes. They reveal nothing about projects. */
import { AppError, ERRORS_PATH, errorsPage, GUIDE_PATH, LIMITS } from '@farebox/contract';
import { llmsText } from '@farebox/mcp';
import type { Express, RequestHandler } from 'express';
import { encodeData } from '../endpoint/handler.ts';
import type { Readiness } from '../process/readiness.ts';
import type { Listener } from './bare-app.ts';
import { otherMethod } from './not-found.ts';
import { commonHeaders, responseContext, writeError, writeResult } from './response.ts';

export interface PublicDocuments {
  readonly basePath: string;
  /** The encoded document. Its examples contain the current prices, so it changes with them. */
  readonly openApi: () => Promise<string>;
  readonly readiness: Readiness;
  /** Base URL that clients use. */
  readonly publicUrl: URL;
}

export function servePublic(
  app: Express,
  { basePath, openApi, readiness, publicUrl, absent }: PublicDocuments & { readonly absent: Listener },
): void {
  app.get(
    `${basePath}${GUIDE_PATH}`,
    text(GUIDE_PATH, llmsText({ baseUrl: publicUrl.href.replace(/(?<!\/)\/+$/, '') })),
  );
  app.get(`${basePath}${ERRORS_PATH}`, text(ERRORS_PATH, errorsPage(), 'text/html'));
  app.get(`${basePath}${OPENAPI}`, async (_request, response) => {
    writeResult(response, responseContext(response, OPENAPI), { status: 200, encoded: await openApi() });
  });
  app.get('/healthz', fixed('/healthz', encodeData({ status: 'alive' })));
  app.get('/readyz', async (_request, response) => {
    const context = responseContext(response, '/readyz');
    const problems = await readiness.problems();
    if (Object.keys(problems).length === 0) return writeResult(response, context, READY);
    writeError(
      response,
      context,
      new AppError('service_unavailable', { details: problems, retryAfterSeconds: LIMITS.pollSeconds }),
    );
  });
  const paths = [
    `${basePath}${GUIDE_PATH}`,
    `${basePath}${ERRORS_PATH}`,
    `${basePath}${OPENAPI}`,
    '/healthz',
    '/readyz',
  ];
  app.all(paths, otherMethod(['GET'], absent));
}

const OPENAPI = '/openapi.json';
const READY = { status: 200, encoded: encodeData({ status: 'ready' }) } as const;

/** A constant response, encoded once. */
export const fixed =
  (route: string, body: string): RequestHandler =>
  (_request, response) => {
    writeResult(response, responseContext(response, route), { status: 200, encoded: body });
  };

/** A document for people and for agents. */
const text =
  (route: string, body: string, type = 'text/plain'): RequestHandler =>
  (_request, response) => {
    const headers = [...commonHeaders(responseContext(response, route).requestId, body)];
    headers[headers.indexOf('Content-Type') + 1] = `${type}; charset=utf-8`;
    response.writeHead(200, headers).end(body);
  };
