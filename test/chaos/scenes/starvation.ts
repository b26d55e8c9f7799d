/** Sixteen busy loops beside the system: leases expire and everything is late, but nothing is lost or done twice. */
import { setTimeout as pause } from 'node:timers/promises';
import { createProcess } from '../system/process.ts';
import { OWN_WORK, stylings } from './calls.ts';
import type { Scene } from './scene.ts';

const LOOPS = 16;
const RATE = 4;
const CALL_MS = 2000;
const WARM_MS = 3000;
const SECONDS = 20;

export const STARVATION: readonly Scene[] = [
  {
    name: 'starved cpu',
    // Calls that the provider can look up: the next worker looks up the calls of a late one.
    kinds: [...OWN_WORK, stylings(25, CALL_MS)],
    rate: RATE,
    environment: { FAREBOX_PROVIDER_UNKNOWN_SECONDS: '90' },
    async act({ options, inject }) {
      await pause(WARM_MS);
      await inject('cpu taken', async () => {
        const command = ['sh', '-c', 'while :; do :; done'];
        const loops = Array.from({ length: LOOPS }, (_, number) =>
          createProcess({ name: `loop-${number}`, command, env: {}, logs: options.directory }),
        );
        for (const loop of loops) loop.start();
        await pause((options.seconds ?? SECONDS) * 1000);
        await Promise.all(loops.map((loop) => loop.kill()));
      });
    },
  },
];
