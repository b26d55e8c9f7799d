/** For tests: gateways with the operator API, and sessions of members and of platform operators. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorBody, Role } from '@farebox/contract';
import { addMember, issueLocalSession } from '@farebox/identity';
import { createLogger, createMetrics, type Logger } from '@farebox/telemetry';
import { readGatewayConfig } from '../config.ts';
import { startGateway } from '../process/gateway.ts';
import { comparable, environmentFor, freePort, startTestGateway, type TestGateway } from './gateway.fixture.ts';

export interface Responded<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Data of a success. */
  readonly data: T;
  /** Error of a failure. */
  readonly error: ErrorBody['error'];
}

export interface OperateOptions {
  /** Null sends no session. */
  readonly session: string | null;
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestOperatorGateway extends TestGateway {
  readonly operatorUrl: string;
  /** Such as `operate<KeyList>('GET /projects/…/keys', { session })`. */
  readonly operate: <T = unknown>(request: string, options: OperateOptions) => Promise<Responded<T>>;
  /** Makes a session of a new member of that project. */
  readonly memberSession: (projectId: string, role: Role) => Promise<string>;
  /** Makes a session of a platform operator, or of a person without any role. */
  readonly session: (options?: { readonly subject?: string; readonly isOperator?: boolean }) => Promise<string>;
}

const ISSUER = { secret: 'a-session-secret-of-32-characters!', audience: 'farebox' };

export async function startTestOperatorGateway(
  settings: Readonly<Record<string, string>> = {},
  logger?: Logger,
): Promise<TestOperatorGateway> {
  const port = await freePort();
  const operatorUrl = `http://127.0.0.1:${port}`;
  const own = { FAREBOX_OPERATOR_PORT: String(port), FAREBOX_SESSION_SECRET: ISSUER.secret };
  const gateway = await startTestGateway({ ...own, ...settings }, logger);
  const session: TestOperatorGateway['session'] = ({ subject = randomUUID(), isOperator = false } = {}) =>
    issueLocalSession(ISSUER, { subject, ttlSeconds: 600, isOperator });
  return {
    ...gateway,
    operatorUrl,
    session,
    memberSession: async (projectId, role) => {
      const subject = randomUUID();
      await addMember(gateway.database, { projectId, subject, name: role, role });
      return session({ subject });
    },
    operate: <T>(request: string, options: OperateOptions) => operateAt<T>(operatorUrl, request, options),
  };
}

/** Starts another gateway on the same database. */
export async function startBeside(
  { appUrl }: Pick<TestGateway, 'appUrl'>,
  settings: Readonly<Record<string, string>> = {},
) {
  const directory = await mkdtemp(join(tmpdir(), 'farebox-beside-'));
  const port = await freePort();
  const own = { FAREBOX_OPERATOR_PORT: String(port), FAREBOX_SESSION_SECRET: ISSUER.secret };
  const telemetry = { logger: createLogger({ app: 'gateway', level: 'silent' }), metrics: createMetrics('gateway') };
  const config = readGatewayConfig({ ...(await environmentFor(appUrl, directory)), ...own, ...settings });
  const gateway = await startGateway(config, telemetry);
  return {
    url: gateway.url,
    operatorUrl: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      await gateway.close();
      await rm(directory, { recursive: true });
    },
  };
}

export async function operateAt<T>(
  url: string,
  request: string,
  { session, body, headers }: OperateOptions,
): Promise<Responded<T>> {
  const [method = '', path = ''] = request.split(' ');
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(session === null ? {} : { Authorization: `Bearer ${session}` }),
      ...headers,
    },
    ...(text === undefined ? {} : { body: text }),
  });
  const replied = await response.text();
  // A success gets an error without fields, so that a test which expects one fails by its assertion.
  const none = { error: {} };
  const parsed = { ...none, ...JSON.parse(replied) } as Pick<Responded<T>, 'data' | 'error'>;
  return { status: response.status, headers: response.headers, text: comparable(replied, response), ...parsed };
}
