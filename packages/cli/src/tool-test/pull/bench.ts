/** Runs of a pull runner as the cases and checks of every runner see them: started, found, cancelled. */
import { setTimeout as pause } from 'node:timers/promises';
import type { RunStart } from '@farebox/runner-protocol';
import type { Bench } from '../case-run.ts';
import { type Asking, type Heard, heardReply, silent } from '../exchange.ts';
import type { PullDoor } from './door.ts';
import { type DoorRun, newRun } from './queue.ts';

export interface PullBench extends Bench {
  readonly door: PullDoor;
  /** Until a request whose response was lost must have come again. */
  readonly repeatSeconds: number;
}

const POLL_MS = 20;

export const askAt =
  (door: PullDoor, startSeconds: number) =>
  async ({ token, action, body = '', outputs }: Asking): Promise<Heard> => {
    const known = door.find(token);
    const run = known ?? newRun(token, JSON.parse(body) as RunStart);
    if (action === 'cancel') run.isCancelled = true;
    const isBack = known !== undefined && known.claimedMs === null && known.reports.length > 0;
    if (action === 'start' && (known === undefined || isBack)) {
      run.reports = [];
      door.offer(run);
      if (!(await isWithin(startSeconds, () => run.reports.length > 0))) return unclaimed(door, run, startSeconds);
    }
    return stateOf(door, run, outputs);
  };

export async function isWithin(seconds: number, isSo: () => boolean): Promise<boolean> {
  const untilMs = performance.now() + seconds * 1000;
  while (!isSo()) {
    if (performance.now() > untilMs) return false;
    await pause(POLL_MS);
  }
  return true;
}

function unclaimed(door: PullDoor, { claimedMs }: DoorRun, seconds: number): Heard {
  const problem = door.asked() ?? 'the runner has sent no request to FAREBOX_URL';
  if (claimedMs !== null) return silent('begun', `a run was claimed and not reported within ${seconds} s`);
  return silent('slow', `a run was not claimed within ${seconds} s${problem === '' ? '' : `: ${problem}`}`);
}

function stateOf({ leaseSeconds }: PullDoor, run: DoorRun, outputs: number): Heard {
  const shown = 'the report of the run';
  const last = run.end ?? run.reports.at(-1)?.reply ?? { status: 'running' };
  const heard = heardReply(Buffer.from(JSON.stringify(last)), { outputs, shown, status: 200 });
  const silentMs = performance.now() - (run.reports.at(-1)?.atMs ?? run.claimedMs ?? performance.now());
  if (heard.reply?.status !== 'running' || silentMs < leaseSeconds * 1000) return heard;
  return silent('lease', `a run was not reported for ${leaseSeconds} s, which was its lease (leaseSeconds)`);
}
