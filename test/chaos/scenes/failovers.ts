/** The primary dies and its standby takes over: with all commits if it is synchronous, without the last ones if not. */
import { setTimeout as pause } from 'node:timers/promises';
import { missingCluster } from '../system/cluster.ts';
import { OWN_WORK, pictures, stylings } from './calls.ts';
import { HANDED_OVER, untilSent } from './forgotten.ts';
import { replicated, startReplicated } from './replicated.ts';
import type { Scene } from './scene.ts';

const RATE = 6;
const CALL_MS = 3000;
const WARM_MS = 8000;
const CALM_MS = 8000;
/**
 * Longer than the failover. If the primary died while it committed an intent, the worker that holds the execution writes the
 * intent again; a worker with a new claim could not know that nothing was sent. The scene `outage` shows leases that expire.
 */
const LEASE_SECONDS = '15';
/** More than the checker demands: not each of them has reached its provider by then. */
const SENT = 5;

export const FAILOVERS: readonly Scene[] = [
  {
    name: 'failover synchronous',
    kinds: [...OWN_WORK, pictures(25, CALL_MS), stylings(25, CALL_MS)],
    rate: RATE,
    environment: { FAREBOX_LEASE_SECONDS: LEASE_SECONDS },
    missing: missingCluster,
    startDatabase: startReplicated({ synchronous: true }),
    async act({ system, inject }) {
      await pause(WARM_MS);
      await inject('primary lost', () => replicated(system.servers.postgres).failOver());
      await pause(CALM_MS);
    },
  },
  {
    name: 'failover asynchronous',
    kinds: [...OWN_WORK, HANDED_OVER, pictures(10, CALL_MS), stylings(25, CALL_MS)],
    rate: RATE,
    environment: { FAREBOX_ALLOW_ASYNC_REPLICA: 'true' },
    missing: missingCluster,
    startDatabase: startReplicated({ synchronous: false }),
    async act({ system, inject, forget }) {
      const { withhold, failOver } = replicated(system.servers.postgres);
      await pause(WARM_MS);
      await inject('commits withheld', withhold);
      await untilSent(system.sql, SENT);
      await inject('primary lost', async () => forget(await failOver()));
      await pause(CALM_MS);
    },
  },
];
