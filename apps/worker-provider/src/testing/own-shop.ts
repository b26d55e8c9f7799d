/** A tool of a team for sale: the app as a process, a real database, its runner over HTTP, and its files as gateways serve them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCatalogMaker, ownTool, PRICE_TABLE, priceVersionOf, SAMPLE_FILES } from '@farebox/catalog';
import { manifestOf, publishForTest, readForTest } from '@farebox/tools/testing';
import { type Deployment, openDeployment } from './deployment.ts';
import { type RunFiles, serveRunFiles, URL_SECRET } from './run-files.ts';
import { type RunnerScript, SECRETS, startRunner, type TestRunner } from './runner.ts';

export interface OwnShop extends AsyncDisposable {
  readonly deployment: Deployment;
  readonly runner: TestRunner;
  readonly files: RunFiles;
  /** Buys a redrawn sample; returns the execution. */
  readonly buy: (environment?: 'live' | 'test') => Promise<string>;
}

const NAME = 'acme-redraw';

const LIMITS = { maxRuntimeSeconds: 120, concurrency: 8 };

const redraw = (url: string, limits: typeof LIMITS) =>
  manifestOf(NAME, {
    files: { '/source': { mimeTypes: ['image/jpeg', 'image/png'], pixelsMax: 40_000_000 } },
    output: { artifacts: [{ mimeTypes: ['image/png'], size: { like: '/source' } }] },
    runner: { kind: 'http', url, secret: 'acme-runner', idempotent: false, ...limits },
    test: { simulate: { units: 2, artifacts: [{ fileId: 'file_sample_drawing' }] } },
  });

export async function openOwnShop(
  script: RunnerScript,
  env: Readonly<Record<string, string>> = {},
  limits = LIMITS,
): Promise<OwnShop> {
  const directory = mkdtempSync(join(tmpdir(), 'farebox-own-shop-'));
  const secrets = mkdtempSync(join(tmpdir(), 'farebox-own-secrets-'));
  writeFileSync(join(secrets, 'acme-runner'), SECRETS[0]);
  const [runner, files] = [await startRunner(script), await serveRunFiles(directory)];
  const deployment = await openDeployment({
    directory,
    env: {
      FAREBOX_URL_SECRET: URL_SECRET,
      FAREBOX_PUBLIC_URL: files.url,
      FAREBOX_RUNNER_SECRETS_DIR: secrets,
      FAREBOX_RUNNER_HOSTS: '127.0.0.1',
      FAREBOX_PROVIDER_UNKNOWN_SECONDS: '2',
      ...env,
    },
  });
  const manifest = redraw(runner.url, limits);
  const { version } = await publishForTest(deployment.database, manifest);
  const base = { table: PRICE_TABLE, version: priceVersionOf(PRICE_TABLE) };
  const own = [ownTool(readForTest(manifest), version)];
  const catalogOf = (isTest: boolean) => createCatalogMaker({ rehearsal: false, isTest })({ ...base, own });
  return {
    deployment,
    runner,
    files,
    async buy(environment = 'live') {
      const catalog = catalogOf(environment === 'test');
      const prepared = catalog.prepare({ tool: NAME, arguments: { source: { fileId: 'file_sample_photo' } } });
      if (!prepared.ok) throw new Error(prepared.message);
      const quoted = catalog.quote(prepared, new Map(SAMPLE_FILES.map((sample) => [sample.id, sample])));
      if (!quoted.ok) throw new Error(quoted.message);
      return await deployment.accept(quoted);
    },
    async [Symbol.asyncDispose]() {
      await deployment[Symbol.asyncDispose]();
      await Promise.all([runner[Symbol.asyncDispose](), files[Symbol.asyncDispose]()]);
      rmSync(secrets, { recursive: true, force: true });
    },
  };
}
