/** Workers that are stopped in order while they wait for paid calls that last: each call is waited for, and its outcome recorded. */
import { setTimeout as pause } from 'node:timers/promises';
import { type App, untilServing } from '../system/system.ts';
import { OWN_WORK, pictures, stylings } from './calls.ts';
import type { Scene, Stage } from './scene.ts';

const RATE = 2;
const CALL_SECONDS = 45;
const START_MS_MAX = 60_000;
/** Calls are under way at each stop. */
const WORK_MS = 6000;

async function deploy({ system, strike }: Stage, lastsSeconds: number): Promise<string[]> {
  const found: string[] = [];
  const stop = async (app: App): Promise<void> => {
    const ended = await app.process.terminate();
    app.process.start();
    await untilServing(app, START_MS_MAX);
    if (ended?.code !== 0) found.push(`${app.process.name} ended with ${ended?.code ?? ended?.signal}`);
    if ((ended?.tookMs ?? 0) > (lastsSeconds + DRAIN_MARGIN_SECONDS) * 1000)
      found.push(`${app.process.name} took ${ended?.tookMs} ms to end`);
  };
  for (const app of system.apps.filter((each) => each.app === 'worker-provider')) {
    await pause(WORK_MS);
    await strike('process stopped in order', () => stop(app));
  }
  const { rows } = await system.sql.query<{ id: string; attempts: number }>(
    'SELECT id, attempts FROM execution WHERE attempts > 1',
  );
  return [...found, ...rows.map(({ id, attempts }) => `${id} needed ${attempts} attempts`)];
}

const DRAIN_MARGIN_SECONDS = 15;

export const deploysOf = (seconds: number | null): readonly Scene[] => {
  const lastsSeconds = seconds ?? CALL_SECONDS;
  return [
    {
      name: 'calls deploy',
      kinds: [...OWN_WORK, pictures(50, lastsSeconds * 1000), stylings(30, lastsSeconds * 1000)],
      rate: RATE,
      environment: { TOLLGATE_LEASE_SECONDS: '15' },
      act: (stage) => deploy(stage, lastsSeconds),
    },
  ];
};
