/** For tests: a gateway in this process with its own database, files on disk, and projects with keys. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ErrorBody, type Role, SCOPES, type Scope } from '@farebox/contract';
import type { Database } from '@farebox/db';
import { micros } from '@farebox/kernel';
import { issueKey, addMember, createOrganization, createProject } from '@farebox/identity';
import { topUp } from '@farebox/ledger';
import { type ArtifactStore, createDiskStore } from '@farebox/storage';
import { createLogger, createMetrics, type Logger } from '@farebox/telemetry';
import { freePort, openTestDatabase, testDatabase } from '@farebox/testing';
import { readGatewayConfig } from '../config.ts';
import { type Gateway, startGateway } from '../process/gateway.ts';
import type { RemoteOptions } from '../upload/remote-files.ts';
import { type Proxy, startProxy } from './proxy.fixture.ts';

export { freePort };

export const PEPPER = 'a-pepper-for-tests-of-32-characters';

export const URL_SECRET = 'a-url-secret-for-tests-of-32-chars';

export interface Reply<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Data of a success. Reading it from a failure fails the test with that failure. */
  readonly data: T;
  /** Error of a failure. Reading it from a success fails the test. */
  readonly error: ErrorBody['error'];
}

export interface TestGateway extends AsyncDisposable {
  readonly url: string;
  readonly metricsUrl: string;
  readonly database: Database;
  /** The gateway's artifact store. */
  readonly artifacts: ArtifactStore;
  /** Such as `call<Quote>('POST /tools/quote', { key, json })`. */
  readonly call: <T = unknown>(request: string, options?: CallOptions) => Promise<Reply<T>>;
  readonly newProject: (options?: ProjectOptions) => Promise<TestProject>;
  /** Proxy between the gateway and its database. */
  readonly databaseProxy: Proxy;
  /** Connects with a role that has all privileges. */
  readonly databaseUrl: string;
  /** Connects with the role of the apps. */
  readonly appUrl: string;
}

export interface CallOptions {
  readonly key?: string | undefined;
  readonly json?: unknown;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ProjectOptions {
  /** A new one if absent. */
  readonly organizationId?: string;
  readonly environment?: 'live' | 'test';
  readonly fundedMicros?: number;
  readonly capMicros?: number | null;
}

export interface TestProject {
  readonly id: string;
  readonly newKey: (options?: {
    role?: Role;
    scopes?: readonly Scope[];
    expiresAt?: Date;
  }) => Promise<{ token: string; keyId: string }>;
}

/**
 * @param logger default: a silent one.
 * @param remote other rules for uploads from URLs.
 */
export async function startTestGateway(
  settings: Readonly<Record<string, string>> = {},
  logger: Logger = createLogger({ app: 'gateway', level: 'silent' }),
  remote?: Partial<RemoteOptions>,
): Promise<TestGateway> {
  const server = await testDatabase();
  const databaseProxy = await startProxy(server.appUrl);
  const directory = await mkdtemp(join(tmpdir(), 'farebox-gateway-'));
  const environment = await environmentFor(databaseProxy.url, directory);
  const telemetry = { logger, metrics: createMetrics('gateway') };
  const gateway = await startGateway(readGatewayConfig({ ...environment, ...settings }), telemetry, remote);
  const database = openTestDatabase({ url: server.url, poolMax: 3, applicationName: 'gateway-test' });
  return {
    url: gateway.url,
    metricsUrl: `http://127.0.0.1:${environment['FAREBOX_METRICS_PORT']}/metrics`,
    database,
    artifacts: createDiskStore({ directory }),
    call: <T>(request: string, options?: CallOptions) => call<T>(gateway, request, options),
    newProject: (options) => newProject(database, options),
    databaseProxy,
    databaseUrl: server.url,
    appUrl: server.appUrl,
    [Symbol.asyncDispose]: async () => {
      await gateway.close();
      await database.close();
      await databaseProxy.close();
      await server.drop();
      await rm(directory, { recursive: true });
    },
  };
}

export async function environmentFor(
  databaseUrl: string,
  directory: string,
): Promise<{ FAREBOX_PORT: string } & Record<string, string>> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  return {
    DATABASE_URL: databaseUrl,
    FAREBOX_PORT: String(port),
    FAREBOX_METRICS_PORT: String(metricsPort),
    FAREBOX_DATA_DIR: directory,
    FAREBOX_KEY_PEPPER: PEPPER,
    FAREBOX_URL_SECRET: URL_SECRET,
    FAREBOX_REHEARSAL: 'true',
    FAREBOX_RATE_LIMIT_PER_MINUTE: '1000000',
  };
}

async function call<T>(
  { url }: Gateway,
  request: string,
  { key, json, body, headers }: CallOptions = {},
): Promise<Reply<T>> {
  const [method = 'GET', path = '/'] = request.split(' ');
  const sent = json === undefined ? body : JSON.stringify(json);
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
  });
  return replyOf(response, comparable(await textOf(response), response));
}

/** A body without the id of its own request, the only part in which equal responses differ. */
export const comparable = (text: string, { headers }: Pick<Response, 'headers'>): string =>
  text.replace(`,"requestId":"${headers.get('x-request-id')}"`, '');

/** Reads only the first chunk of an endless event stream. */
async function textOf(response: Response): Promise<string> {
  if (!new URL(response.url).pathname.endsWith('/tools/events') || !response.ok) return await response.text();
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true });
    if (text.includes('event: snapshot')) break;
  }
  return text;
}

function replyOf<T>({ status, headers }: Response, text: string): Reply<T> {
  const part = (name: 'data' | 'error'): unknown => {
    const body = JSON.parse(text) as Record<string, unknown>;
    if (!(name in body)) assert.fail(`no ${name} in ${status} ${text}`);
    return body[name];
  };
  return {
    status,
    headers,
    text,
    get data() {
      return part('data') as T;
    },
    get error() {
      return part('error') as ErrorBody['error'];
    },
  };
}

export async function newProject(
  database: Database,
  { fundedMicros = 10_000_000, capMicros, environment = 'live', ...options }: ProjectOptions = {},
): Promise<TestProject> {
  const organizationId = options.organizationId ?? (await createOrganization(database, 'Org'));
  const cap = capMicros === undefined ? {} : { monthlyCapMicros: capMicros === null ? null : micros(capMicros) };
  const projectId = await createProject(database, { organizationId, name: 'Project', environment, ...cap });
  if (fundedMicros > 0) await topUp(database, { projectId, amountMicros: micros(fundedMicros), reference: 'test' });
  return projectOf(database, projectId);
}

export function projectOf(database: Database, projectId: string): TestProject {
  let members = 0;
  return {
    id: projectId,
    newKey: async ({ role = 'MEMBER', scopes = SCOPES, expiresAt } = {}) => {
      const memberId = await addMember(database, { projectId, subject: `member-${++members}`, name: 'Member', role });
      const expiry = expiresAt === undefined ? {} : { expiresAt };
      const issued = await issueKey(
        { database, pepper: PEPPER },
        { projectId, memberId, name: 'key', scopes, ...expiry },
      );
      if (issued === null) throw new Error('the key was not issued');
      return { token: issued.token, keyId: issued.key.id };
    },
  };
}
