/** The primary dies and its standby takes over: with all that was committed where it is synchronous. */
import { setTimeout as pause } from 'node:timers/promises';
import { missingCluster } from '../system/cluster.ts';
import { OWN_WORK, pictures, stylings } from './calls.ts';
import { replicated, startReplicated } from './replicated.ts';
import type { Scene } from './scene.ts';

const RATE = 6;
const CALL_MS = 3000;
const WARM_MS = 8000;
const CALM_MS = 8000;

export const FAILOVERS: readonly Scene[] = [
  {
    name: 'failover synchronous',
    kinds: [...OWN_WORK, pictures(25, CALL_MS), stylings(25, CALL_MS)],
    rate: RATE,
    missing: missingCluster,
    startDatabase: startReplicated({ synchronous: true }),
    async act({ system, strike }) {
      await pause(WARM_MS);
      await strike('primary lost', () => replicated(system.servers.postgres).failOver(0));
      await pause(CALM_MS);
    },
  },
];
