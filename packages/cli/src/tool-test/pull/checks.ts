/** Requests of a pull runner that go wrong on purpose: what it does then decides whether work is lost or done for nothing. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TestCall } from '@farebox/manifest';
import { follow, prepare, type Prepared } from '../case-run.ts';
import { tooSmallAnOutput } from '../checks.ts';
import type { Found, PullFaultId } from '../faults.ts';
import { isWithin, type PullBench } from './bench.ts';
import { type DoorRun, newRun } from './queue.ts';

/** @returns one sentence for each thing that was seen. */
type Check = (bench: PullBench, call: TestCall) => Promise<readonly string[]>;

const CHECKS: readonly (readonly [fault: PullFaultId, check: Check])[] = [
  ['begun', firstReportRefused],
  ['lost', lostResponses],
  ['lease', slowInput],
  ['cancel', cancels],
  ['repeated', sameTokenAgain],
  ['bytes', tooSmallAnOutput],
];

export async function runPullChecks(bench: PullBench, call: TestCall): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const [fault, check] of CHECKS) {
    const [seen] = await check(bench, call);
    if (seen !== undefined) found.push({ fault, seen });
    if (seen !== undefined && fault === 'lost') break; // it may claim no more
  }
  return found;
}

const BEGIN_MS = 1_000;

const offered = (bench: PullBench, { token, start }: Prepared, how: Partial<DoorRun> = {}): DoorRun => {
  const run = { ...newRun(token, start), ...how };
  bench.door.offer(run);
  return run;
};

async function firstReportRefused(bench: PullBench, call: TestCall): Promise<readonly string[]> {
  const prepared = await prepare(bench, call);
  const run = offered(bench, prepared, { isRefused: true });
  if (!(await isWithin(bench.startSeconds, () => run.reports.length > 0)))
    return [`a run was not claimed and reported within ${bench.startSeconds} s`];
  await pause(BEGIN_MS);
  const { inputs, outputs } = prepared.start;
  const isRead = inputs.some(({ url }) => bench.files.downloads(url) > 0);
  const isWritten = outputs.some(({ put }) => bench.files.uploads(put).length > 0);
  if (isRead || isWritten) return ['files were read or written although the first report was not taken (409)'];
  const [first] = run.reports;
  const { status } = (first?.reply ?? {}) as { readonly status?: string };
  return status === 'running' ? [] : [`the first report of a run is ${status ?? 'missing'} instead of running`];
}

async function lostResponses(bench: PullBench, call: TestCall): Promise<readonly string[]> {
  bench.door.loseNextClaim();
  const first = await prepare(bench, call);
  const lost = offered(bench, first);
  if (!(await isWithin(bench.startSeconds, () => lost.claimedMs !== null)))
    return [`a run was not claimed within ${bench.startSeconds} s`];
  await pause(BEGIN_MS);
  const run = offered(bench, await prepare(bench, call), { losesEnd: true });
  if (!(await isWithin(bench.repeatSeconds, () => run.claimedMs !== null)))
    return ['after a lost response to a claim, the runner claims no more'];
  if (!(await isWithin(bench.manifest.runner.maxRuntimeSeconds, () => run.ends > 0))) return ['a run did not end'];
  const isRepeated = await isWithin(bench.repeatSeconds, () => run.ends > 1);
  return isRepeated ? [] : ['an end whose response was lost was not reported again'];
}

/** A slow download makes the work longer than a lease. Without an input nothing can be made slow from outside. */
async function slowInput(bench: PullBench, call: TestCall): Promise<readonly string[]> {
  const prepared = await prepare(bench, call);
  const [input] = prepared.start.inputs;
  if (input === undefined) return [];
  bench.files.hold(input.url, bench.door.leaseSeconds * LEASES * 1000);
  const { found } = await follow(bench, prepared);
  return found.filter(({ fault }) => fault === 'lease').map(({ seen }) => seen);
}

const LEASES = 1.5;

async function cancels(bench: PullBench, call: TestCall): Promise<readonly string[]> {
  const prepared = await prepare(bench, call);
  const [input] = prepared.start.inputs;
  if (input !== undefined) bench.files.hold(input.url, bench.door.leaseSeconds * 1000);
  const run = offered(bench, prepared);
  if (!(await isWithin(bench.startSeconds, () => run.reports.length > 0))) return ['a run was not reported'];
  run.isCancelled = true;
  const isEnded = await isWithin(bench.startSeconds, () => run.end !== null);
  if (!isEnded) return [`a run is still running ${bench.startSeconds} s after a cancel`];
  const early = offered(bench, await prepare(bench, call), { isCancelled: true });
  const isOver = await isWithin(bench.startSeconds, () => early.end !== null);
  return isOver ? [] : [`a run that was cancelled before its first report has no end after ${bench.startSeconds} s`];
}

/** Only a repeatable run can come again. */
async function sameTokenAgain(bench: PullBench, call: TestCall): Promise<readonly string[]> {
  const { runner } = bench.manifest;
  if (runner.kind !== 'pull' || !runner.idempotent) return [];
  const prepared = await prepare(bench, call);
  const { end } = await follow(bench, prepared);
  const again = offered(bench, prepared);
  if (!(await isWithin(runner.maxRuntimeSeconds, () => again.end !== null)))
    return ['a token that came again has no end'];
  const { status } = again.end as { readonly status?: string };
  return status === end?.status ? [] : [`a run ended as ${end?.status}, and as ${status} when its token came again`];
}
