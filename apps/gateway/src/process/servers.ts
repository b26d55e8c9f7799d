/** The HTTP servers of a gateway: the API, and the operator API on its own port where sessions exist. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { openApiDocument } from '@tollgate/contract';
import { requestExamplesOf } from '../openapi/request-examples.ts';
import { sessionsFrom } from '@tollgate/identity';
import type { GatewayConfig } from '../config.ts';
import type { Connections, Telemetry } from './connections.ts';
import { createHandlers } from '../handlers/index.ts';
import { createApp } from '../http/app.ts';
import { observeWith } from '../http/observe.ts';
import { createSendError } from '../http/send-error.ts';
import { createHttpServer } from '../http/server.ts';
import { createOperatorLimits } from '../http/operator-limits.ts';
import { createOperatorApp } from '../http/operator-app.ts';
import type { Readiness } from './readiness.ts';

/** With the longest time as a lame duck, 6 s, below the 25 s that a deploy waits. */
const DRAIN_MS = 18_000;

export interface ServerParts {
  readonly telemetry: Telemetry;
  readonly readiness: Readiness;
  readonly publicUrl: URL;
}

/** Resolves when all listen. Rejects when a port is taken. */
export async function startServers(
  config: GatewayConfig,
  connections: Connections,
  parts: ServerParts,
): Promise<readonly Server[]> {
  const api = await listening(apiServerOf(connections, parts), config);
  const operator = operatorServerOf(config, connections, parts);
  if (operator === undefined) return [api];
  return [api, await listening(operator, { host: config.operatorHost, port: config.operatorPort })];
}

async function listening(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Server> {
  server.listen({ host, port });
  await once(server, 'listening');
  return server;
}

/** Takes no new connection; those that are still busy after the drain are cut. */
export async function drained(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(deadline);
}

function apiServerOf(
  { keys, limiter, downloads, dependencies }: Connections,
  { telemetry, readiness, publicUrl }: ServerParts,
): Server {
  const app = createApp({
    keys,
    limiter,
    downloads,
    readiness,
    basePath: dependencies.basePath,
    handlers: createHandlers(dependencies),
    observe: observeWith(telemetry.metrics),
    sendError: createSendError(telemetry.logger),
    // Of all that is offered to anybody: prices do not depend on the environment of a project.
    openApi: openApiDocument(publicUrl.href.replace(/\/+$/, ''), requestExamplesOf(dependencies.catalogs.test)),
  });
  return createHttpServer(app, readiness);
}

/** Only where sessions exist: without an issuer nobody could use it. */
function operatorServerOf(
  config: GatewayConfig,
  { database }: Connections,
  { telemetry, readiness }: ServerParts,
): Server | undefined {
  const sessions = sessionsFrom(config);
  if (sessions === undefined) return undefined;
  const authority = { database, pepper: config.keyPepper };
  const app = createOperatorApp({
    authority,
    sessions,
    sendError: createSendError(telemetry.logger),
    limits: createOperatorLimits(),
  });
  return createHttpServer(app, readiness);
}
