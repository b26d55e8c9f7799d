/**
 * Starts the system under test once for the whole run, creates keys for every test file, and stops everything at the end.
 * FAREBOX_CONFORMANCE_MODE: embedded (default), services, or external, for a running system that is found as `fixtures` finds it.
 */
import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runProcess } from '@farebox/testing';
import type { TestProject } from 'vitest/node';
import type { WideIdentities } from '../client/identities.ts';
import { startEmbedded } from './embedded.ts';
import { leftovers } from './leftovers.ts';
import type { RunningSystem } from './running-system.ts';
import { startServices } from './separate-servers.ts';

const SUITE = resolve(import.meta.dirname, '..');
const FIXTURES = join(SUITE, 'fixtures/main.ts');

let directory: string;
let system: RunningSystem | undefined;

export async function setup(project: TestProject): Promise<void> {
  const mode = process.env['FAREBOX_CONFORMANCE_MODE'] ?? 'embedded';
  directory = mkdtempSync(join(tmpdir(), 'farebox-conformance-'));
  chmodSync(directory, 0o755); // the user that runs PostgreSQL must be able to enter
  system = await start(mode);
  const identities = await makeIdentities(system);
  const [first] = Object.values(identities) as [WideIdentities];
  project.provide('mode', mode);
  project.provide('gatewayUrls', system.gatewayUrls.length > 0 ? system.gatewayUrls : [first.baseUrl]);
  project.provide('closedGatewayUrl', system.closedGatewayUrl);
  project.provide('fixturesEnv', system.fixturesEnv);
  project.provide('fixturesArgs', system.fixturesArgs);
  project.provide('identities', identities);
  project.provide('rehearsal', await offersRehearsal(first));
}

export async function teardown(): Promise<void> {
  await system?.stop();
  const left = leftovers(directory);
  if (left.length > 0) throw new Error(`still running after the end of the run:\n${left.join('\n')}`);
  if (process.env['FAREBOX_CONFORMANCE_KEEP'] === undefined) rmSync(directory, { recursive: true, force: true });
}

function start(mode: string): Promise<RunningSystem> | RunningSystem {
  if (mode === 'embedded') return startEmbedded(directory);
  if (mode === 'services') return startServices(directory);
  if (mode === 'external') return externalSystem();
  throw new Error(`FAREBOX_CONFORMANCE_MODE is "${mode}"; it takes embedded, services or external`);
}

/** FAREBOX_CONFORMANCE_URLS names several gateways, separated by commas; by default there is the one that fixtures name. */
function externalSystem(): RunningSystem {
  const gatewayUrls = (process.env['FAREBOX_CONFORMANCE_URLS'] ?? '').split(',').filter((url) => url !== '');
  return {
    gatewayUrls,
    closedGatewayUrl: process.env['FAREBOX_CONFORMANCE_CLOSED_URL'] ?? null,
    fixturesEnv: {},
    fixturesArgs: [],
    stop: async () => {},
  };
}

/** One set for each test file, all in one run of the command. Asynchronous, so that this process sees connections that a gateway closes. */
async function makeIdentities({ fixturesEnv, fixturesArgs }: RunningSystem): Promise<Record<string, WideIdentities>> {
  const files = globSync('*.test.ts', { cwd: SUITE });
  const command = [process.execPath, FIXTURES, '--wide', '--sets', String(files.length), ...fixturesArgs];
  const printed = await runProcess({ command, env: { ...process.env, ...fixturesEnv } });
  const sets = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as WideIdentities);
  return Object.fromEntries(files.map((file, index) => [file, sets[index] as WideIdentities]));
}

async function offersRehearsal({ baseUrl, key }: WideIdentities): Promise<boolean> {
  const response = await fetch(`${baseUrl}/tools`, { headers: { Authorization: `Bearer ${key}` } });
  const { data } = (await response.json()) as { data: { tools: readonly { name: string }[] } };
  return data.tools.some(({ name }) => name === 'rehearsal');
}
