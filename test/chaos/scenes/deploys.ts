/** Stops workers in order while they wait for long provider calls: each call is waited for, and its outcome recorded. */
import { setTimeout as pause } from 'node:timers/promises';
import { type App, untilServing } from '../system/system.ts';
import { OWN_WORK, pictures, stylings } from './calls.ts';
import type { Scene, Stage } from './scene.ts';

/** Fewer calls at the same time than one worker can run while the other is stopped. */
const RATE = 1;
const CALL_SECONDS = 45;
const START_MS_MAX = 60_000;
/** Additional time to stop, counted like the call itself in time that the machine gave. */
const DRAIN_MARGIN_SECONDS = 15;
/** Long enough that calls are in progress at each stop. */
const WORK_MS = 6000;

async function deploy({ system, options, inject }: Stage, lastsSeconds: number): Promise<string[]> {
  const found: string[] = [];
  const stop = async (app: App): Promise<void> => {
    const fromMs = Date.now();
    const ended = await app.process.terminate();
    const tookMs = system.machine.grantedMs(fromMs);
    app.process.start();
    await untilServing(app, START_MS_MAX);
    options.print(`  ${app.process.name} ended after ${(tookMs / 1000).toFixed(1)} s`);
    if (ended?.code !== 0) found.push(`${app.process.name} ended with ${ended?.code ?? ended?.signal}`);
    if (tookMs > (lastsSeconds + DRAIN_MARGIN_SECONDS) * 1000)
      found.push(`${app.process.name} took ${tookMs} ms to end`);
  };
  for (const app of system.apps.filter((each) => each.app === 'worker-provider')) {
    await pause(WORK_MS);
    await inject('process stopped in order', () => stop(app));
  }
  const { rows } = await system.sql.query<{ id: string; attempts: number }>(
    'SELECT id, attempts FROM execution WHERE attempts > 1',
  );
  return [...found, ...rows.map(({ id, attempts }) => `${id} needed ${attempts} attempts`)];
}

export const deploysOf = (seconds: number | null): readonly Scene[] => {
  const lastsSeconds = seconds ?? CALL_SECONDS;
  return [
    {
      name: 'calls deploy',
      kinds: [...OWN_WORK, pictures(20, lastsSeconds * 1000), stylings(15, lastsSeconds * 1000)],
      rate: RATE,
      environment: { FAREBOX_LEASE_SECONDS: '15' },
      act: (stage) => deploy(stage, lastsSeconds),
    },
  ];
};
