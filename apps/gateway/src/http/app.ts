/** The Express application: the routes of the contract, the public documents, and one answer for everything else. */
import { type Route, ROUTES, type RouteName } from '@tollgate/contract';
import type { Express, RequestHandler } from 'express';
import type { Handler, Handlers } from '../endpoint.ts';
import { bareApp, refuseTheRest } from './bare-app.ts';
import { bindRoute, type Pipeline } from './bind-route.ts';
import { type FileDownloads, serveFile } from './serve-file.ts';
import { answerNotFound } from './not-found.ts';
import { type PublicDocuments, servePublic } from './serve-public.ts';

export interface AppOptions extends Pipeline, PublicDocuments {
  readonly handlers: Handlers;
  /** Only where the artifact store's URLs point to the gateway itself. */
  readonly downloads: FileDownloads | undefined;
  /** Empty, or `/…` without a slash at its end. */
  readonly basePath: string;
}

export function createApp(options: AppOptions): Express {
  const { basePath, downloads, refuse } = options;
  const app = bareApp();
  const absent = answerNotFound(options);
  for (const [path, names] of routesByPath()) {
    const route = app.route(basePath + expressPath(path));
    route.head(absent); // Express would answer HEAD as GET, and the contract knows no HEAD
    for (const name of names) route[METHODS[ROUTES[name].method]](listenerOf(name, options));
    route.all(absent); // before a path with parameters can take it for one of its own
  }
  servePublic(app, options);
  if (downloads !== undefined) app.get(`${basePath}/files/*key`, serveFile(downloads, { basePath, refuse }));
  refuseTheRest(app, absent, refuse);
  return app;
}

const METHODS = { GET: 'get', POST: 'post' } as const;

/** Paths without parameters first, so that `/tools/quote` is never a tool named quote. */
function routesByPath(): readonly (readonly [string, readonly RouteName[]])[] {
  const byPath = new Map<string, RouteName[]>();
  for (const [name, { path }] of Object.entries(ROUTES) as [RouteName, Route][]) {
    byPath.set(path, [...(byPath.get(path) ?? []), name]);
  }
  return [...byPath].sort(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')));
}

/** OpenAPI's `{id}` → Express's `:id`. */
const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

const listenerOf = <N extends RouteName>(name: N, { handlers, ...pipeline }: AppOptions): RequestHandler =>
  // The map's type says that the handler under a name is of that name; TypeScript does not follow it through a variable.
  bindRoute(name, handlers[name] as unknown as Handler<N>, pipeline) as RequestHandler;
