/** Servers that are away for longer than a lease, while paid calls are under way: nothing that was paid for may be lost, nothing needs a review. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerName } from '../system/apps.ts';
import type { Proxy } from '../system/proxy.ts';
import type { System } from '../system/system.ts';
import { OWN_WORK, pictures, stylings } from './calls.ts';
import type { Scene, Stage } from './scene.ts';

const RATE = 6;
/** Leases go by while a server is away; so often. */
const LEASES = 4;
/** A call begun before an outage ends within it. */
const CALL_MS = 4000;
const WARM_MS = 5000;
const CALM_MS = 6000;
/** What a provider that is away leaves unknown is asked for until it is back. */
const LONG_UNKNOWN = { FAREBOX_PROVIDER_UNKNOWN_SECONDS: '90' };
const BOTH = [...OWN_WORK, pictures(25, CALL_MS), stylings(25, CALL_MS)];

const lengthMs = ({ options }: Stage): number => (options.seconds ?? options.lease * LEASES) * 1000;

/** To every process at once. */
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
      await stage.inject('store away', () => onAll(stage.system, 'store', ({ cut }) => cut(lengthMs(stage))));
      await pause(CALM_MS);
    },
  },
  {
    name: 'outage provider',
    // A picture that was under way when the line broke is unknown for good: its provider knows no call again.
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
