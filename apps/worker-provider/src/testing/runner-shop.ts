/** A tool of a team with its real runner over HTTP, and calls of it with a journal in memory. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@farebox/catalog';
import { manifestOf, readForTest } from '@farebox/tools/testing';
import { OperationFailure } from '@farebox/worker';
import { type Fixture, openFixture, type Step } from './fixture.ts';
import { DONE, type RunnerScript, SECRETS, startRunner, type TestRunner } from './runner.ts';

export interface Shop extends AsyncDisposable {
  readonly fixture: Fixture;
  readonly runner: TestRunner;
  /** The file of the runner's secrets. */
  readonly secretFile: string;
  /** A call of the tool. */
  readonly call: (changes?: JsonObject) => Step;
}

export interface Changes {
  readonly idempotent?: boolean;
  readonly onFailure?: 'none' | 'stated';
  readonly env?: Readonly<Record<string, string>>;
  readonly runner?: object;
  readonly manifest?: object;
}

/** A priced tool without files: units are what its runner reports, at most five. */
export async function openShop(script: RunnerScript = {}, changes: Changes = {}): Promise<Shop> {
  const secrets = mkdtempSync(join(tmpdir(), 'farebox-secrets-'));
  const secretFile = join(secrets, 'acme-runner');
  writeFileSync(secretFile, `${SECRETS[0]}\n`);
  const runner = await startRunner(script);
  const { idempotent = false, onFailure = 'none', env = {} } = changes;
  const manifest = reportedTool(
    { kind: 'http', url: runner.url, secret: 'acme-runner', idempotent, ...LIMITS, ...changes.runner },
    { onFailure, ...changes.manifest },
  );
  const settings = {
    FAREBOX_RUNNER_SECRETS_DIR: secrets,
    FAREBOX_RUNNER_HOSTS: '127.0.0.1',
    FAREBOX_PROVIDER_UNKNOWN_SECONDS: '2',
  };
  const fixture = await openFixture({ tools: [manifest], env: { ...settings, ...env } });
  return {
    fixture,
    runner,
    secretFile,
    call: (more = {}) => fixture.step('run-tool', { ...PARAMETERS, ...more }),
    async [Symbol.asyncDispose]() {
      await fixture[Symbol.asyncDispose]();
      await runner[Symbol.asyncDispose]();
      rmSync(secrets, { recursive: true, force: true });
    },
  };
}

const LIMITS = { maxRuntimeSeconds: 120, concurrency: 2 };

/** A tool without files whose units are what its runner reports, at most five. */
export const reportedTool = (
  runner: object,
  {
    onFailure = 'none',
    ...changes
  }: { readonly onFailure?: 'none' | 'stated' } & Readonly<Record<string, unknown>> = {},
) =>
  readForTest(
    manifestOf('acme-read-text', {
      input: {
        type: 'object',
        additionalProperties: false,
        properties: { page: { type: 'integer', minimum: 1, maximum: 5 } },
      },
      example: {},
      files: {},
      price: {
        unit: 'run',
        unitPriceMicros: 800,
        minimumChargeMicros: 1_000,
        units: { reported: 'pages', max: 5 },
        onFailure,
      },
      runner,
      test: { simulate: { result: { lines: ['of a test'] }, units: 2 } },
      ...changes,
    }),
  );

export const PARAMETERS: JsonObject = {
  provider: 'tool-acme-read-text',
  model: '1',
  tool: 'acme-read-text',
  version: 1,
  arguments: { page: 3 },
  files: [],
  outputs: [],
  unitsMax: 5,
};

export const stated = (more: object): RunnerScript => ({ work: () => ({ ...DONE, units: 2, ...more }) });

/** The failure that ends the call; any other end fails the test. */
export async function failureOf(step: Step): Promise<OperationFailure> {
  return await step.run().then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) => {
      if (!(error instanceof OperationFailure)) throw error;
      return error;
    },
  );
}
