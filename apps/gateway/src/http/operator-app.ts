/**
 * Assembles the operator API, on its own port: its routes, its OpenAPI document, and one uniform 404 for everything else.
 * Members and operators use a session of their identity provider; an API key gives no access.
 */
import { AppError, OPERATOR_ROUTES, operatorApiDocument, type OperatorRouteName } from '@farebox/contract';
import type { Express } from 'express';
import type { OperatorHandlers } from '../operator/endpoint.ts';
import { bareApp, closeTheRest, type Listener } from './bare-app.ts';
import { bindOperatorRoute, type OperatorPipeline } from './bind-operator-route.ts';
import { otherMethod } from './not-found.ts';
import { expressPath } from './paths.ts';
import { responseContext } from './response.ts';
import { fixed } from './serve-public.ts';

export interface OperatorOptions extends OperatorPipeline {
  readonly handlers: OperatorHandlers;
  /** Base URL that callers use. */
  readonly url: string;
}

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

export function createOperatorApp({ handlers, url, ...pipeline }: OperatorOptions): Express {
  const app = bareApp();
  app.get('/openapi.json', fixed('/openapi.json', JSON.stringify(operatorApiDocument(url))));
  for (const name of Object.keys(OPERATOR_ROUTES) as OperatorRouteName[]) bind(app, { name, handlers, pipeline });
  const absent: Listener = async (request, response) =>
    pipeline.sendError(request, response, {
      context: responseContext(response),
      error: new AppError('not_found'),
      route: undefined,
    });
  const routes = Object.values(OPERATOR_ROUTES);
  for (const [path, same] of Map.groupBy(routes, (route) => route.path))
    app.all(
      expressPath(path),
      otherMethod(
        same.map(({ method }) => method),
        absent,
      ),
    );
  closeTheRest(app, absent, pipeline.sendError);
  return app;
}

interface Bound<N extends OperatorRouteName> {
  readonly name: N;
  readonly handlers: OperatorHandlers;
  readonly pipeline: OperatorPipeline;
}

function bind<N extends OperatorRouteName>(app: Express, { name, handlers, pipeline }: Bound<N>): void {
  const { method, path } = OPERATOR_ROUTES[name];
  const listener = bindOperatorRoute(name, handlers[name], pipeline);
  app[METHODS[method]](expressPath(path), (request, response) => listener(request, response, request.params));
}
