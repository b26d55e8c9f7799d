/** Everything at once: customers at a steady pace, and faults of every kind, drawn by the seed. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { recoverAll } from '../faults/faults.ts';
import { createInjections, planFaults, injectMissed } from '../faults/schedule.ts';
import { checkPatched, patchedPrograms } from '../defects/patch.ts';
import { makeCustomers } from '../load/customers.ts';
import { listenToAll } from '../load/listeners.ts';
import { openDiary } from '../load/diary.ts';
import { drive, newTally } from '../load/drive.ts';
import { openReceiver } from '../load/receiver.ts';
import { createRandom } from '../random.ts';
import { COUNTS } from '../system/apps.ts';
import { writeRunRecord } from '../system/run-record.ts';
import { withServers } from '../system/servers.ts';
import { startSystem, type System } from '../system/system.ts';
import type { PartOptions } from './part.ts';
import { quiesce, RESEND_MS, untilSettled } from './settle.ts';
import { check, misbehaved } from './verdict.ts';

const PROGRESS_MS = 5000;
/** Of the usual customers: a quiet one, and one that runs into a cap. What the hot one ends would cost the machine more than it shows. */
const WITH_ENDPOINTS: readonly number[] = [1, 4];

export const runMix = (options: PartOptions): Promise<boolean> =>
  withServers(options, async (servers) => {
    const { directory, print } = options;
    const receiver = await openReceiver(directory);
    const environment = patchedPrograms(receiver.patches, directory);
    const system = await startSystem(servers, { name: 'chaos_mix', counts: COUNTS, environment });
    try {
      checkPatched(receiver.patches, servers.logs);
      const customers = await makeCustomers(system);
      await receiver.register(
        system,
        customers.filter((_, index) => WITH_ENDPOINTS.includes(index)),
      );
      const listeners = await listenToAll({ system, customers, directory });
      const recoveredAt = await disturb(options, system, customers);
      const settledAfterMs = await untilSettled(system, { print });
      print(
        settledAfterMs === null ? 'some are still open' : `all ended ${(settledAfterMs / 1000).toFixed(1)} s later`,
      );
      await receiver.untilTold(system, print);
      await quiesce(system);
      await listeners.finish();
      writeRunRecord({ system, options, customers, directory, recoveredAt, settledAfterMs });
      const { broken } = await check(directory, { print });
      return !misbehaved(system, print) && !broken;
    } finally {
      await system.stop();
      receiver.close();
    }
  });

type Customers = Awaited<ReturnType<typeof makeCustomers>>;

/** Resolves with the time at which everything had recovered. */
async function disturb(options: PartOptions, system: System, customers: Customers): Promise<Date> {
  const { seed, executions, rate, directory, print } = options;
  const diary = openDiary(join(directory, 'client.jsonl'));
  const tally = newTally();
  const ending = new AbortController();
  const random = createRandom(seed, 'load');
  const work = drive({ system, customers, diary, random, executions, rate, signal: ending.signal }, tally);
  const injections = createInjections((line) =>
    appendFileSync(join(directory, 'faults.jsonl'), `${JSON.stringify(line)}\n`),
  );
  const lengthMs = (executions / rate) * 1000;
  const startMs = performance.now();
  const progress = setInterval(() => {
    const struck = [...injections.counts.values()].reduce((sum, count) => sum + count, 0);
    const { begun, accepted, refused, unknown } = tally;
    const seconds = Math.round((performance.now() - startMs) / 1000);
    print(
      `  ${seconds} s: ${begun} begun, ${accepted.size} accepted, ${refused} refused, ${unknown} unknown; ${struck} faults`,
    );
  }, PROGRESS_MS);
  const failed = new AbortController();
  work.catch((error: unknown) => failed.abort(error));
  for (const planned of planFaults(createRandom(seed, 'faults'), system, lengthMs)) {
    await pause(Math.max(0, planned.atMs - (performance.now() - startMs)));
    failed.signal.throwIfAborted();
    injections.begin(planned, { system, accepted: tally.accepted });
  }
  await injections.done();
  await injectMissed(injections, { system, accepted: tally.accepted }, createRandom(seed, 'missed'));
  await recoverAll(system);
  const recoveredAt = new Date();
  const deadline = setTimeout(() => ending.abort(), RESEND_MS);
  await work;
  clearTimeout(deadline);
  clearInterval(progress);
  diary.close();
  for (const [name, count] of [...injections.counts].sort(byName)) print(`  ${String(count).padStart(4)} × ${name}`);
  print(`${tally.begun} begun, ${tally.accepted.size} accepted, ${tally.refused} refused, ${tally.unknown} unknown`);
  return recoveredAt;
}

const byName = ([one]: readonly [string, number], [other]: readonly [string, number]): number =>
  one.localeCompare(other);
