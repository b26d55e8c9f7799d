/** Customers at a steady rate, with faults of every kind drawn from the seed. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { recoverAll } from '../faults/faults.ts';
import { createInjections, type Injections } from '../faults/injections.ts';
import { planFaults } from '../faults/schedule.ts';
import { DEMANDS } from '../checker/demands.ts';
import { checkPatched, patchedPrograms } from '../defects/patch.ts';
import { makeCustomers } from '../load/customers.ts';
import { listenToAll } from '../load/listeners.ts';
import { type Diary, openDiary } from '../load/diary.ts';
import { drive, newTally, openDesk, type Tally, toolsOf } from '../load/drive.ts';
import { seldomPlayed } from '../load/own-kinds.ts';
import { openToPull, type OwnTool, publishOwnMeanwhile, publishOwnTools, untilOffered } from '../load/own-tools.ts';
import { askCalmly, templatesInBatches } from '../load/patient.ts';
import { publishMeanwhile } from '../load/publish.ts';
import { type Office, openOffice, operate } from '../load/operators.ts';
import { openReceiver } from '../load/receiver.ts';
import { createRandom } from '../random.ts';
import { COUNTS } from '../system/apps.ts';
import { type Runner, SHORT_LEASE, startRunner } from '../system/runner.ts';
import { writeRunRecord } from '../system/run-record.ts';
import { withServers } from '../system/servers.ts';
import { startSystem, type System } from '../system/system.ts';
import type { PartOptions } from './part.ts';
import { finishSending, quiesce, untilResolved, untilSettled } from './settle.ts';
import { check, misbehaved } from './verdict.ts';

const PROGRESS_MS = 5000;
const POLL_MS = 20;
/** Acts of operators beside the customers: each kind at least twice. */
const ACTS_MIN = 18;
const EXECUTIONS_PER_ACT = 50;
/** Customers with webhooks: a quiet one, and one that reaches a cap. The busiest customer would load the machine more than it shows. */
const WITH_ENDPOINTS: readonly number[] = [1, 4];

export const runMix = (options: PartOptions): Promise<boolean> =>
  withServers(options, async (servers) => {
    const { directory, print } = options;
    const receiver = await openReceiver(directory);
    const patches = [...receiver.patches, SHORT_LEASE];
    const environment = patchedPrograms(patches, directory);
    await using runner = await startRunner(directory, servers.logs);
    const system = await startSystem(servers, { name: 'chaos_mix', counts: COUNTS, environment, runner });
    try {
      checkPatched(patches, servers.logs);
      const customers = await makeCustomers(system);
      await receiver.register(
        system,
        customers.filter((_, index) => WITH_ENDPOINTS.includes(index)),
      );
      const listeners = await listenToAll({ system, customers, directory });
      const diary = openDiary(join(directory, 'client.jsonl'));
      const tally = newTally();
      const ownTools = await sellOwnTools(system, { runner, customers, diary });
      const office = await openOffice({
        system,
        tally,
        directory,
        executions: options.executions,
        acts: actsOf(options),
      });
      const { recoveredAt, raised } = await disturb(options, system, { customers, diary, tally, office, runner });
      ownTools.push(...raised);
      const settledAfterMs = await untilSettled(system, { print });
      print(
        settledAfterMs === null
          ? 'some are still open'
          : `all ended ${seconds(settledAfterMs)} s later, as the machine gave them`,
      );
      await calmly(options, system, { customers, diary, tally, office, runner });
      diary.close();
      office.close();
      await receiver.untilTold(system, print);
      await untilResolved(system, recoveredAt);
      await quiesce(system);
      await listeners.finish();
      await writeRunRecord({ system, options, customers, ownTools, directory, recoveredAt, settledAfterMs });
      const { broken } = await check(directory, { print });
      return !misbehaved(system, print) && !broken;
    } finally {
      await system.stop();
      receiver.close();
    }
  });

interface Selling extends Pick<Clients, 'customers' | 'diary'> {
  readonly runner: Runner;
}

/** A client reads the catalog before: it then has the version of the price table alone. */
async function sellOwnTools(system: System, { runner, customers, diary }: Selling): Promise<OwnTool[]> {
  const [customer] = customers;
  if (customer === undefined) return [];
  await toolsOf(openDesk({ system, diary, signal: new AbortController().signal }), customer);
  const tools = await publishOwnTools({ system, runner });
  await openToPull({ system, runner });
  await untilOffered(system, tools, customer.tokens[0] ?? '');
  return tools;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

interface Clients {
  readonly customers: Awaited<ReturnType<typeof makeCustomers>>;
  readonly diary: Diary;
  readonly tally: Tally;
  readonly office: Office;
}

const actsOf = ({ executions }: PartOptions): number => Math.max(ACTS_MIN, Math.floor(executions / EXECUTIONS_PER_ACT));

/** Repeats after the faults what luck or the speed of the machine prevented. */
async function calmly(
  { seed, executions: first, directory }: PartOptions,
  system: System,
  clients: Disturbing,
): Promise<void> {
  const { customers, diary, office, runner } = clients;
  const demand = DEMANDS['mix']?.(first);
  const [waits, each] = [demand?.waits ?? 0, demand?.runs?.each ?? 0];
  const seldom = seldomPlayed(runner.book, each);
  const unsold = (demand?.sales?.templatesInBatches ?? 0) - templatesInBatches(join(directory, 'client.jsonl'));
  const templates = Math.max(0, unsold);
  const asked = { system, customers, diary, seed, first };
  const resending = new AbortController();
  const { signal } = resending;
  const asking = askCalmly({ ...asked, waits, seldom, each, templates, signal }, newTally());
  const work = Promise.all([asking, operate(office, signal)]);
  await finishSending(system, { work, resending });
  await untilSettled(system);
}

interface Disturbing extends Clients {
  readonly runner: Runner;
}

interface Recovered {
  /** The time at which everything had recovered. */
  readonly recoveredAt: Date;
  /** Own tools at other prices, published meanwhile. */
  readonly raised: readonly OwnTool[];
}

async function disturb(options: PartOptions, system: System, clients: Disturbing): Promise<Recovered> {
  const { customers, diary, tally, office, runner } = clients;
  const { seed, executions, rate, directory, print } = options;
  const resending = new AbortController();
  const random = createRandom(seed, 'load');
  const { signal } = resending;
  const work = Promise.all([
    drive({ system, customers, diary, random, executions, rate, signal }, tally),
    operate(office, signal),
  ]);
  const publishing = publishMeanwhile({ system, directory, tally, executions }, signal);
  const raising = publishOwnMeanwhile({ system, runner, tally, executions }, signal);
  const injections = createInjections({
    context: { system, accepted: tally.accepted },
    note: (line) => appendFileSync(join(directory, 'faults.jsonl'), `${JSON.stringify(line)}\n`),
    recover: () => recoverAll(system),
  });
  const progress = showProgress({ tally, injections, print });
  await injectAll({ system, work, tally, injections }, options);
  await recoverAll(system);
  const recoveredAt = new Date();
  await finishSending(system, { work: Promise.all([work, publishing, raising]), resending });
  clearInterval(progress);
  for (const [name, count] of [...injections.counts].sort(byName)) print(`  ${String(count).padStart(4)} × ${name}`);
  print(`${tally.begun} begun, ${tally.accepted.size} accepted, ${tally.refused} refused, ${tally.unknown} unknown`);
  return { recoveredAt, raised: await raising };
}

interface Disturbed {
  readonly system: System;
  readonly work: Promise<unknown>;
  readonly tally: Tally;
  readonly injections: Injections;
}

/** Counts the work that was begun instead of time, so that a slow machine meets each fault at the same execution. */
async function injectAll({ system, work, tally, injections }: Disturbed, options: PartOptions): Promise<void> {
  const { seed, executions, rate } = options;
  const failed = new AbortController();
  work.catch((error: unknown) => failed.abort(error));
  const workedMs = (): number => (tally.begun / rate) * 1000;
  for (const planned of planFaults(createRandom(seed, 'faults'), system.apps, (executions / rate) * 1000)) {
    while (workedMs() < planned.atMs) {
      await pause(POLL_MS);
      failed.signal.throwIfAborted();
    }
    injections.begin(planned);
  }
  await injections.done();
}

function showProgress({
  tally,
  injections,
  print,
}: Pick<Disturbed, 'tally' | 'injections'> & Printing): NodeJS.Timeout {
  const startMs = performance.now();
  return setInterval(() => {
    const struck = [...injections.counts.values()].reduce((sum, count) => sum + count, 0);
    const { begun, accepted, refused, unknown } = tally;
    const done = `${begun} begun, ${accepted.size} accepted, ${refused} refused, ${unknown} unknown; ${struck} faults`;
    print(`  ${seconds(performance.now() - startMs)} s: ${done}`);
  }, PROGRESS_MS);
}

type Printing = Pick<PartOptions, 'print'>;

const byName = ([one]: readonly [string, number], [other]: readonly [string, number]): number =>
  one.localeCompare(other);
