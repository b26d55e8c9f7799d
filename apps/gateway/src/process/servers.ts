/** The HTTP servers of a gateway: the API, and the operator API on its own port if sessions are configured. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Catalog } from '@farebox/catalog';
import { ERRORS_PATH, openApiDocument } from '@farebox/contract';
import { requestExamplesOf } from '../openapi/request-examples.ts';
import { type SessionVerifier, sessionsFrom, standingsOf } from '@farebox/identity';
import { type PaymentProvider, paymentsFrom } from '@farebox/payments';
import { createSeal } from '@farebox/storage';
import { createExecutionLog, createLineLog } from '@farebox/telemetry';
import { WEBHOOK_SECRETS } from '@farebox/webhooks';
import type { GatewayConfig } from '../config.ts';
import type { Connections, Telemetry } from './connections.ts';
import { createHandlers } from '../handlers/index.ts';
import { createApp } from '../http/app.ts';
import { observeWith } from '../http/observe.ts';
import { createReport, createSendError } from '../http/send-error.ts';
import { createRequestLog } from '../http/request-log.ts';
import { createHttpServer } from '../http/server.ts';
import { createOperatorLimits } from '../http/operator-limits.ts';
import { createStripeApp } from '../http/stripe-app.ts';
import { createOperatorApp } from '../http/operator-app.ts';
import { createOperatorHandlers } from '../operator/handlers/index.ts';
import { configuredProvidersOf } from '../operator/providers.ts';
import { createOperatorStores } from '../operator/stores.ts';
import type { Offers } from './offers.ts';
import type { Readiness } from './readiness.ts';

/** Together with the longest lame-duck time, 6 s, this is below the 25 s that a deploy waits. */
const DRAIN_MS = 18_000;
/** Organizations of one person that the rate limit considers. */
const STANDINGS_MAX = 20;

export interface ServerParts {
  readonly telemetry: Telemetry;
  readonly readiness: Readiness;
  readonly publicUrl: URL;
}

/** Resolves when all servers listen. Rejects when a port is taken. */
export async function startServers(
  config: GatewayConfig,
  connections: Connections,
  parts: ServerParts,
): Promise<readonly Server[]> {
  const api = await listening(apiServerOf(connections, parts), config);
  const sessions = sessionsFrom(config);
  if (sessions === undefined) return [api];
  const payments = await paymentsFrom(config);
  const operator = operatorServerOf(config, connections, { ...parts, sessions, payments });
  const servers = [api, await listening(operator, { host: config.operatorHost, port: config.operatorPort })];
  if (payments === undefined) return servers;
  const stripe = stripeServerOf(payments, connections, parts);
  return [...servers, await listening(stripe, { host: config.stripeHost, port: config.stripePort })];
}

const requestLogOf = ({ logger }: Telemetry) => createRequestLog(createLineLog(logger));

async function listening(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Server> {
  server.listen({ host, port });
  await once(server, 'listening');
  return server;
}

/** Accepts no new connection; connections that are still busy after the drain time are cut. */
export async function drained(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(deadline);
}

function apiServerOf(
  { keys, limiter, downloads, offers, dependencies, runs, streams }: Connections,
  { telemetry, readiness, publicUrl }: ServerParts,
): Server {
  const app = createApp({
    keys,
    limiter,
    streams,
    runs,
    downloads,
    readiness,
    basePath: dependencies.basePath,
    dependencies,
    handlers: createHandlers(dependencies),
    observe: observeWith(telemetry.metrics),
    sendError: createSendError(telemetry.logger),
    report: createReport(telemetry.logger),
    publicUrl,
    openApi: publicDocument(publicUrl, offers),
  });
  return createHttpServer(app, { ...readiness, log: requestLogOf(telemetry), errorsUrl: errorsUrlOf(publicUrl) });
}

const errorsUrlOf = ({ href }: URL): string => href.replace(/(?<!\/)\/+$/, '') + ERRORS_PATH;

/** Describes the list offer, because prices do not depend on a project's environment. Built on the first request. */
function publicDocument(publicUrl: URL, offers: Offers): () => Promise<string> {
  const url = publicUrl.href.replace(/(?<!\/)\/+$/, '');
  const encodedOf = (catalog: Catalog) => JSON.stringify(openApiDocument(url, requestExamplesOf(catalog)));
  let catalog: Catalog | undefined;
  let encoded = '';
  return async () => {
    if (catalog === undefined) await useSchemas(offers.listed('test'));
    const now = offers.listed('test');
    if (now !== catalog) [catalog, encoded] = [now, encodedOf(now)];
    return encoded;
  };
}

/** Compiles each tool's schema on its first use, which takes milliseconds: one per turn, so that no request waits for all. */
async function useSchemas(catalog: Catalog): Promise<void> {
  for (const { name, example } of catalog.tools) {
    catalog.prepare({ tool: name, arguments: example });
    await setImmediate();
  }
}

interface OperatorParts extends ServerParts {
  readonly sessions: SessionVerifier;
  readonly payments: PaymentProvider | undefined;
}

/** Started only if sessions are configured; without an issuer no caller could use it. */
function operatorServerOf(
  config: GatewayConfig,
  { database, artifacts, downloads }: Connections,
  { telemetry, readiness, publicUrl, sessions, payments }: OperatorParts,
): Server {
  const app = createOperatorApp({
    database,
    keyPepper: config.keyPepper,
    handlers: createOperatorHandlers({
      ...createOperatorStores(database),
      follow: createExecutionLog(telemetry.logger),
      artifacts,
      downloads,
      payments,
      providers: configuredProvidersOf(config),
      keyPepper: config.keyPepper,
      sealWebhookSecret: createSeal(config.urlSecret, WEBHOOK_SECRETS).seal,
      projectsMax: config.projectsPerOrganizationMax,
      aloneMaxMicros: BigInt(config.secondOperatorUsd) * 1_000_000n,
    }),
    url: `http://${config.operatorHost}:${config.operatorPort}`,
    sessions,
    sendError: createSendError(telemetry.logger),
    limits: createOperatorLimits({
      standingsOf: (session) => standingsOf(database.prisma, session, { limit: STANDINGS_MAX }),
    }),
  });
  return createHttpServer(app, { ...readiness, log: requestLogOf(telemetry), errorsUrl: errorsUrlOf(publicUrl) });
}

/** Started only if payments are configured; on a separate port, because the internet must reach it but not the operator API. */
function stripeServerOf(payments: PaymentProvider, { database }: Connections, parts: ServerParts): Server {
  const { telemetry, readiness } = parts;
  const sendError = createSendError(telemetry.logger);
  const app = createStripeApp({ database, payments, sendError, logger: telemetry.logger });
  return createHttpServer(app, { ...readiness, log: requestLogOf(telemetry) });
}
