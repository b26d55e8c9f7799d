/** Servers that are away for longer than a lease during provider calls: no paid outcome may be lost, and none needs a review. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerName } from '../system/apps.ts';
import type { Proxy } from '../system/proxy.ts';
import type { System } from '../system/system.ts';
import { OWN_WORK, pictures, stylings } from './calls.ts';
import type { Scene, Stage } from './scene.ts';

const RATE = 6;
/** Number of leases that expire while a server is away. */
const LEASES = 4;
/** Short enough that a call begun before an outage ends within it. */
const CALL_MS = 4000;
const WARM_MS = 5000;
const CALM_MS = 6000;
/** Longer than the pauses after which a step that keeps crashing ends its execution: 2 + 4 + 8 + 16 s. */
const STORE_MS_MIN = 40_000;
/** An unknown outcome is looked up until the provider is back. */
const LONG_UNKNOWN = { FAREBOX_PROVIDER_UNKNOWN_SECONDS: '90' };
const BOTH = [...OWN_WORK, pictures(25, CALL_MS), stylings(25, CALL_MS)];

const lengthMs = ({ options }: Stage): number => (options.seconds ?? options.lease * LEASES) * 1000;

/** Applies the fault to the connections of every process at once. */
async function onAll(system: System, server: ServerName, fault: (proxy: Proxy) => Promise<void>): Promise<void> {
  const proxies = system.apps.flatMap((app) => app.proxies[server] ?? []);
  await Promise.all(proxies.map(fault));
}

export const OUTAGES: readonly Scene[] = [
  {
    name: 'outage database',
    kinds: BOTH,
    rate: RATE,
    async act(stage) {
      const { system, inject } = stage;
      await pause(WARM_MS);
      await inject('database away', () => system.servers.postgres.away(lengthMs(stage)));
      await pause(CALM_MS);
      await inject('database unreachable', () => onAll(system, 'postgres', ({ hang }) => hang(lengthMs(stage))));
      await pause(CALM_MS);
    },
  },
  {
    name: 'outage store',
    kinds: BOTH,
    rate: RATE,
    async act(stage) {
      await pause(WARM_MS);
      const ms = Math.max(lengthMs(stage), STORE_MS_MIN);
      await stage.inject('store away', () => onAll(stage.system, 'store', ({ cut }) => cut(ms)));
      await pause(CALM_MS);
    },
  },
  {
    name: 'outage provider',
    // No picture: if its connection breaks, its outcome stays unknown, because its provider cannot look up a call.
    kinds: [...OWN_WORK, stylings(50, CALL_MS)],
    rate: RATE,
    environment: LONG_UNKNOWN,
    async act(stage) {
      await pause(WARM_MS);
      await stage.inject('provider away', () => onAll(stage.system, 'provider', ({ cut }) => cut(lengthMs(stage))));
      await pause(CALM_MS);
    },
  },
];
