/** Assembles the API: the routes of the contract, the public documents, and one uniform 404 for everything else. */
import type { RequestListener } from 'node:http';
import type { Downloads } from '@farebox/storage';
import type { Express } from 'express';
import { AGENT_ROUTES, type Route, ROUTES, type RouteName } from '@farebox/contract';
import type { Dependencies } from '../endpoint/dependencies.ts';
import type { Handlers } from '../endpoint/handler.ts';
import { bareApp, closeTheRest, type Listener } from './bare-app.ts';
import { bindRoute, type Pipeline, type RouteListener } from './bind-route.ts';
import { respondToPreflight, byAnyProject } from './cross-origin.ts';
import { type BoundRoute, fastPath } from './fast-path.ts';
import { expressPath } from './paths.ts';
import { type McpEndpoint, serveMcp } from './mcp.ts';
import { receiveSigned } from './receive-signed.ts';
import { serveRunnerFiles } from './runner-files.ts';
import { serveFile } from './serve-file.ts';
import { type Runs, serveRuns } from './serve-runs.ts';
import { otherMethod, respondNotFound } from './not-found.ts';
import { type PublicDocuments, servePublic } from './serve-public.ts';
import { streamSigned } from './stream-signed.ts';
import { receiveResumable } from './tus/receive-resumable.ts';

export interface AppOptions extends Pipeline, PublicDocuments, McpEndpoint {
  readonly handlers: Handlers;
  readonly downloads: Downloads;
  readonly dependencies: Dependencies;
  readonly runs: Runs;
  /** Empty, or `/…` without a trailing slash. */
  readonly basePath: string;
}

export function createApp(options: AppOptions): RequestListener {
  const { basePath, sendError, dependencies } = options;
  const app = bareApp();
  const absent = respondNotFound(options);
  const bound = boundRoutes(options);
  for (const [path, routes] of byPath(bound)) {
    const expressRoute = app.route(basePath + expressPath(path));
    for (const { route, listener } of routes)
      expressRoute[METHODS[route.method]]((request, response) => listener(request, response, request.params));
    const methods = routes.map(({ route }) => route.method);
    const other = otherMethod(methods, absent);
    expressRoute.options(respondToPreflight({ isAllowed: byAnyProject(dependencies.origins), methods, absent: other }));
    expressRoute.all(other); // before a path with parameters can match this path
  }
  for (const open of Object.values(DOORS)) open(app, { ...options, absent });
  closeTheRest(app, absent, sendError);
  return fastPath(bound, basePath, app);
}

type Opening = (app: Express, options: AppOptions & { readonly absent: Listener }) => void;

/** Endpoints outside the table of routes. Each is listed in the matrix of tenant isolation, or that test does not compile. */
const DOORS = {
  agents: (app, options) => void app.all(options.basePath + AGENT_ROUTES.callMcp.path, serveMcp(options)),
  documents: servePublic,
  downloads: (app, { basePath, downloads, sendError, absent, dependencies: { organizations, origins } }) =>
    void app
      .route(`${basePath}/files/*key`)
      .get(serveFile(downloads, { basePath, sendError, organizations, origins }))
      .all(otherMethod(['GET'], absent)),
  runnerFiles: serveRunnerFiles,
  runs: serveRuns,
  signedEvents: streamSigned,
  signedUploads: receiveSigned,
  resumableUploads: receiveResumable,
} as const satisfies Readonly<Record<string, Opening>>;
export type Door = keyof typeof DOORS;

const METHODS = { GET: 'get', POST: 'post' } as const;

const boundRoutes = (options: AppOptions): readonly BoundRoute[] =>
  (Object.entries(ROUTES) as [RouteName, Route][]).map(([name, route]) => ({
    route,
    listener: listenerOf(name, options),
  }));

/** Paths with fewer parameters come first, so that `/tools/quote` is never a tool named quote. */
function byPath(routes: readonly BoundRoute[]): readonly (readonly [string, readonly BoundRoute[]])[] {
  const grouped = new Map<string, BoundRoute[]>();
  for (const bound of routes) grouped.set(bound.route.path, [...(grouped.get(bound.route.path) ?? []), bound]);
  return [...grouped].sort(([a], [b]) => parametersOf(a) - parametersOf(b));
}

const parametersOf = (path: string): number => path.split('{').length;

const listenerOf = <N extends RouteName>(name: N, { handlers, ...pipeline }: AppOptions): RouteListener =>
  bindRoute<N>(name, handlers[name], pipeline);
