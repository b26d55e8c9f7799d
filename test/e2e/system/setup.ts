/**
 * Starts the servers in containers and the apps as processes once for the whole run, creates keys for every test file, and stops everything at
 * the end. Without a Docker engine it prints one line, and every test is skipped.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startApps } from '@farebox/testing';
import type { TestProject } from 'vitest/node';
import type { Identities, RunningSystem } from '../client/provided.ts';
import { OFFERED, startAvWorkers } from './av-workers.ts';
import { engineResponds, startContainers } from './containers.ts';

const SUITE = resolve(import.meta.dirname, '..');
const MIGRATE = resolve(SUITE, '../../packages/db/src/main.ts');
const FIXTURES = resolve(SUITE, '../conformance/fixtures/main.ts');
const COMMAND_TIMEOUT_MS = 60_000;

type Env = Readonly<Record<string, string>>;

/** Everything that was started; stopped in reverse order. */
const started: { readonly stop: () => Promise<void> | void }[] = [];

export async function setup(project: TestProject): Promise<void> {
  if (!(await engineResponds())) {
    console.log('skipped: no Docker engine answers; start one, or run this as root by test/e2e/engine/with-docker.sh');
    return project.provide('system', null);
  }
  try {
    project.provide('system', await start());
  } catch (error) {
    await teardown(); // vitest calls it only after a successful setup
    throw error;
  }
}

export async function teardown(): Promise<void> {
  for (const each of started.splice(0).toReversed()) await each.stop();
}

async function start(): Promise<RunningSystem> {
  const directory = mkdtempSync(join(tmpdir(), 'farebox-e2e-'));
  started.push({ stop: () => rmSync(directory, { recursive: true, force: true }) });
  const containers = await startContainers();
  started.push(containers);
  const env = appSettings(containers.env, directory);
  runToItsEnd([MIGRATE], { FAREBOX_MIGRATION_DATABASE_URL: containers.ownerUrl });
  const image = process.env['AV_IMAGE'];
  const offer: Env = image === undefined ? {} : OFFERED;
  const apps = await startApps({
    directory,
    env,
    gateways: { 'gateway-a': offer, 'gateway-b': offer },
    imageWorkers: 2,
  });
  started.push(apps);
  const workers = await startAvWorkers({ image, count: 2, env: { ...containers.env, ...TIMINGS }, directory });
  started.push(workers);
  const { gatewayUrls, imageWorkerPids } = apps;
  const identities = identitiesByFile(env);
  return { gatewayUrls, imageWorkerPids, avWorkers: workers.names, env: containers.env, identities };
}

const TIMINGS = {
  // Two executions that run at the same time are on two workers, so the worker that a test kills has work.
  FAREBOX_WORKER_CONCURRENCY: '1',
  // The execution of a killed worker is claimed again within seconds.
  FAREBOX_LEASE_SECONDS: '5',
};

function appSettings<T extends Env>(servers: T, directory: string) {
  return {
    ...servers,
    FAREBOX_DATA_DIR: directory,
    FAREBOX_KEY_PEPPER: randomBytes(32).toString('hex'),
    FAREBOX_URL_SECRET: randomBytes(32).toString('hex'),
    FAREBOX_REHEARSAL: 'true',
    ...TIMINGS,
    FAREBOX_SWEEP_SECONDS: '1',
  };
}

function identitiesByFile(env: Env): Record<string, Identities> {
  const files = globSync('*.test.ts', { cwd: SUITE });
  const lines = runToItsEnd([FIXTURES, '--sets', String(files.length)], env)
    .trim()
    .split('\n');
  return Object.fromEntries(files.map((file, index) => [file, JSON.parse(lines[index]!) as Identities]));
}

/** Runs a program of ours to its end and returns its standard output. */
function runToItsEnd(command: readonly string[], env: Env): string {
  return execFileSync(process.execPath, command, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: COMMAND_TIMEOUT_MS,
  });
}
