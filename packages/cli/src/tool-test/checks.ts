/** Requests that go wrong on purpose: what the runner does then decides whether work is paid twice, lost or never told. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TestCall } from '@farebox/manifest';
import type { ReceivedReply } from '@farebox/runner-protocol';
import { type Bench, follow, prepare, type Prepared } from './case-run.ts';
import { type Heard, send, type Target } from './exchange.ts';
import type { FaultId, Found } from './faults.ts';

/** @returns one sentence for each thing that was seen. */
type Check = (bench: HttpBench, call: TestCall) => Promise<readonly string[]>;

export interface HttpBench extends Bench {
  readonly target: Target;
}

/** In this order. A check that needs look-ups is left out if they are wrong: it would only say the same again. */
const CHECKS: readonly { readonly fault: FaultId; readonly needsLookup: boolean; readonly check: Check }[] = [
  { fault: 'signature', needsLookup: false, check: wrongSignature },
  { fault: 'stale', needsLookup: false, check: staleTimestamp },
  { fault: 'lookup', needsLookup: false, check: lookUps },
  { fault: 'repeated', needsLookup: true, check: sameTokenTwice },
  { fault: 'lost', needsLookup: true, check: lostConnection },
  { fault: 'cancel', needsLookup: true, check: cancels },
  { fault: 'bytes', needsLookup: false, check: tooSmallAnOutput },
];

export async function runChecks(bench: HttpBench, call: TestCall): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const { fault, needsLookup, check } of CHECKS) {
    if (needsLookup && found.some((each) => each.fault === 'lookup')) continue;
    const [seen] = await check(bench, call);
    if (seen !== undefined) found.push({ fault, seen });
  }
  return found;
}

const OTHER_SECRET = `whsec_${Buffer.from('the secret of nobody, for a wrong signature').toString('base64')}`;
const STALE_SECONDS = 400;

const ask = (bench: Bench, { token, start }: Prepared, action: 'start' | 'find' | 'cancel'): Promise<Heard> =>
  bench.ask({ token, action, body: JSON.stringify(start), outputs: start.outputs.length });

const textOf = (reply: ReceivedReply | null): string => JSON.stringify(reply);

async function wrongSignature(bench: Bench, call: TestCall): Promise<readonly string[]> {
  return refusedBadly(bench, call, { secret: OTHER_SECRET });
}

async function staleTimestamp(bench: Bench, call: TestCall): Promise<readonly string[]> {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const old = await refusedBadly(bench, call, { nowSeconds: nowSeconds - STALE_SECONDS });
  return old.length > 0 ? old : refusedBadly(bench, call, { nowSeconds: nowSeconds + STALE_SECONDS });
}

/** A request that must be refused, and whose run must not have begun. */
async function refusedBadly(
  bench: Bench,
  call: TestCall,
  wrong: { readonly secret?: string; readonly nowSeconds?: number },
): Promise<readonly string[]> {
  const prepared = await prepare(bench, call);
  const { token, start } = prepared;
  const outputs = start.outputs.length;
  const { status } = await bench.ask({
    token,
    action: 'start',
    body: JSON.stringify(start),
    outputs,
    ...wrong,
  });
  const { reply } = await ask(bench, prepared, 'find');
  if (status < 400) return [`such a start was accepted with status ${status}`];
  return reply === null || reply.status === 'not_known'
    ? []
    : [`such a start was refused, but its run is ${reply.status}`];
}

async function lookUps(bench: Bench, call: TestCall): Promise<readonly string[]> {
  const prepared = await prepare(bench, call);
  const unknown = await ask(bench, prepared, 'find');
  if (unknown.reply?.status !== 'not_known')
    return [`a look-up of a token that was never started gives ${textOf(unknown.reply)} (${unknown.status})`];
  const { end } = await follow(bench, prepared);
  if (end?.status === 'not_known') return ['a run that was started is not known'];
  const again = await ask(bench, prepared, 'find');
  return textOf(again.reply) === textOf(end)
    ? []
    : [`the run ended with ${textOf(end)}, a look-up tells ${textOf(again.reply)}`];
}

async function sameTokenTwice(bench: Bench, call: TestCall): Promise<readonly string[]> {
  const prepared = await prepare(bench, call);
  const { inputs, outputs } = prepared.start;
  const [one, other] = await Promise.all([follow(bench, prepared), follow(bench, prepared)]);
  if (textOf(one.end) !== textOf(other.end))
    return [`two starts of one token end with ${textOf(one.end)} and ${textOf(other.end)}`];
  const transfers = (): number =>
    inputs.reduce((sum, { url }) => sum + bench.files.downloads(url), 0) +
    outputs.reduce((sum, { put }) => sum + bench.files.uploads(put).length, 0);
  const before = transfers();
  const later = await follow(bench, prepared);
  if (textOf(later.end) !== textOf(one.end))
    return [`a later start of an ended run gives ${textOf(later.end)} instead of its end`];
  if (transfers() > before) return ['a later start of an ended run reads or writes its files again'];
  const isTwice = outputs.some(({ put }) => bench.files.uploads(put).length > 1);
  return isTwice ? ['two starts of one token at the same time uploaded a file twice'] : [];
}

const TAKEN_MS = 500;
const POLLS_MAX = 20;
const POLL_MS = 150;

async function lostConnection(bench: HttpBench, call: TestCall): Promise<readonly string[]> {
  const { end: expected } = await follow(bench, await prepare(bench, call));
  const prepared = await prepare(bench, call);
  const { token, start } = prepared;
  const controller = new AbortController();
  const asking = { token, action: 'start', body: JSON.stringify(start), outputs: start.outputs.length } as const;
  const started = send(bench.target, asking, controller.signal).catch(() => null);
  await Promise.race([started, pause(TAKEN_MS)]);
  controller.abort();
  await started;
  for (let poll = 0; poll < POLLS_MAX; poll++) {
    const { reply } = await ask(bench, prepared, 'find');
    if (reply !== null && reply.status !== 'not_known') {
      const { end } = await follow(bench, prepared, true);
      return end?.status === expected?.status
        ? []
        : [`after a lost connection the run ended as ${end?.status ?? 'nothing'}`];
    }
    await pause(POLL_MS);
  }
  return ['after a lost connection the run is not known'];
}

async function cancels(bench: Bench, call: TestCall): Promise<readonly string[]> {
  const ended = await prepare(bench, call);
  const early = await ask(bench, ended, 'cancel');
  if (early.reply?.status !== 'not_known')
    return [`a cancel of an unknown run gives ${textOf(early.reply)} (${early.status})`];
  const { end } = await follow(bench, ended);
  for (const action of ['cancel', 'find'] as const) {
    const { reply } = await ask(bench, ended, action);
    if (textOf(reply) !== textOf(end))
      return [`the run ended with ${textOf(end)}; after a cancel it is ${textOf(reply)}`];
  }
  return cancelOfRunning(bench, await prepare(bench, call));
}

async function cancelOfRunning(bench: Bench, prepared: Prepared): Promise<readonly string[]> {
  const started = ask(bench, prepared, 'start');
  const untilMs = performance.now() + bench.startSeconds * 1000;
  let last: Heard;
  do {
    last = await ask(bench, prepared, 'cancel');
    await pause(POLL_MS);
  } while (last.reply !== null && ['not_known', 'running'].includes(last.reply.status) && performance.now() < untilMs);
  await started;
  if (last.reply === null) return last.found.map(({ seen }) => seen);
  return last.reply.status === 'running' ? [`a run is still running ${bench.startSeconds} s after a cancel`] : [];
}

export async function tooSmallAnOutput(bench: Bench, call: TestCall): Promise<readonly string[]> {
  if ((bench.manifest.output?.artifacts ?? []).length === 0) return [];
  const { found } = await follow(bench, await prepare(bench, call, 1));
  return found.filter(({ fault }) => fault === 'bytes').map(({ seen }) => seen);
}
