/** A deploy under load: every gateway and every worker is stopped in order and started again, one after the other. No request may fail. */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeCustomers, RICH_ONES } from '../load/customers.ts';
import { openDiary } from '../load/diary.ts';
import { drive, newTally } from '../load/drive.ts';
import { KINDS, LASTING, PAID } from '../load/kinds.ts';
import { poll } from '../load/poll.ts';
import { createRandom } from '../random.ts';
import { COUNTS } from '../system/apps.ts';
import { type Balancer, startBalancer } from '../system/balancer.ts';
import type { Machine } from '../system/machine.ts';
import { writeRunRecord } from '../system/run-record.ts';
import { withServers } from '../system/servers.ts';
import { respondsOk, type App, startSystem, type System, untilServing } from '../system/system.ts';
import type { PartOptions } from './part.ts';
import { quiesce, untilSettled } from './settle.ts';
import { check } from './verdict.ts';

/** A time limit, counted in time that the machine gave (checker/granted.ts). */
const EXIT_MS_MAX = 25_000;
const START_MS_MAX = 60_000;
const READY_POLL_MS = 100;
/** Lets work arrive at the restarted process before the next one is stopped. */
const BETWEEN_MS = 1000;
const SETTLE_MS = 60_000;
/** No process dies here, so a lease that expires on a busy machine would only look like an interruption that costs an attempt. */
const ENVIRONMENT = { FAREBOX_LEASE_SECONDS: '15' };
/** In addition to the requests of executions. */
const POLLS_PER_SECOND = 180;
/** About one in two seconds at any rate: always some in progress, never enough to fill all workers. */
const LASTING_SHARE = 70;

export const runRolling = (options: PartOptions): Promise<boolean> =>
  withServers(options, async (servers) => {
    const system = await startSystem(servers, { name: 'chaos_rolling', counts: COUNTS, environment: ENVIRONMENT });
    const balancer = await startBalancer(system.gatewayUrls);
    try {
      return await deploy(options, system, balancer);
    } finally {
      balancer.close();
      await system.stop();
    }
  });

async function deploy(options: PartOptions, system: System, { url: entry }: Balancer): Promise<boolean> {
  const { directory, print, seed, rate } = options;
  const customers = await makeCustomers(system, RICH_ONES);
  const diary = openDiary(join(directory, 'client.jsonl'));
  const tally = newTally();
  const [sending, { signal }] = [new AbortController(), new AbortController()];
  const kinds = [
    ...KINDS.filter(({ tools, name }) => tools.includes('rehearsal') || name === 'a sound'),
    { ...LASTING, weight: LASTING_SHARE / rate },
    PAID,
  ];
  const random = createRandom(seed, 'load');
  const load = { system, customers, diary, random, rate, kinds, entry, polite: true };
  const endless = { ...load, executions: Infinity, until: sending.signal, signal };
  const startMs = performance.now();
  const work = Promise.all([drive(endless, tally), poll({ ...endless, rate: POLLS_PER_SECOND }, tally)]);
  const slow: string[] = [];
  for (const app of system.apps) {
    slow.push(...(await restart(app, system.machine, print)));
    const fault = { at: new Date().toISOString(), fault: 'process stopped in order', on: app.process.name };
    appendFileSync(join(directory, 'faults.jsonl'), `${JSON.stringify(fault)}\n`);
  }
  sending.abort();
  const recoveredAt = new Date();
  await work;
  const seconds = (performance.now() - startMs) / 1000;
  diary.close();
  const settledAfterMs = await untilSettled(system, { timeoutMs: SETTLE_MS });
  const { replies, failed } = repliesIn(join(directory, 'client.jsonl'));
  const found = [...slow, ...failed, ...(await costlyInterruptions(system))];
  await quiesce(system);
  await writeRunRecord({ system, options, customers, directory, recoveredAt, settledAfterMs });
  for (const each of found) print(`✗ ${each}`);
  const requests = `${replies} requests, ${Math.round(replies / seconds)} a second`;
  print(`${tally.accepted.size} executions, ${requests}, ${system.apps.length} processes restarted`);
  return !(await check(directory, { print })).broken && found.length === 0;
}

async function restart(app: App, machine: Machine, print: (line: string) => void): Promise<string[]> {
  const fromMs = Date.now();
  const ended = await app.process.terminate();
  const tookMs = machine.grantedMs(fromMs);
  app.process.start();
  await untilServing(app, START_MS_MAX);
  const startedMs = Date.now();
  while (app.url !== null && machine.grantedMs(startedMs) < START_MS_MAX) {
    if (await respondsOk(`${app.url}/readyz`)) break;
    await pause(READY_POLL_MS);
  }
  await pause(BETWEEN_MS);
  const { code, signal } = ended ?? { code: null, signal: null };
  print(`  ${app.process.name} ended with ${code ?? signal} after ${(tookMs / 1000).toFixed(1)} s`);
  const found: string[] = [];
  if (code !== 0) found.push(`${app.process.name} ended with ${code ?? signal}`);
  if (tookMs > EXIT_MS_MAX) found.push(`${app.process.name} took ${tookMs} ms to end`);
  return found;
}

/** Counts from the client's own log. Failed: no response, or a response that blames the system. */
function repliesIn(file: string): { readonly replies: number; readonly failed: string[] } {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const said = lines.map((text) => JSON.parse(text) as Record<string, string | number | undefined>);
  const replies = said.filter(({ replyTo }) => replyTo !== undefined);
  const failed = replies.flatMap(({ replyTo, lost, status, message }) => {
    if (lost !== undefined) return [`request ${replyTo} was lost: ${lost}`];
    return Number(status) >= 500 ? [`request ${replyTo} was answered ${status} ${message}`] : [];
  });
  return { replies: replies.length, failed };
}

/** A claim that was handed back is not an attempt. */
async function costlyInterruptions({ sql }: System): Promise<string[]> {
  const { rows } = await sql.query<{ id: string; attempts: number }>(
    'SELECT id, attempts FROM execution WHERE attempts > 1',
  );
  return rows.map(({ id, attempts }) => `${id} needed ${attempts} attempts`);
}
