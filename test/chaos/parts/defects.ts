/** Puts one deliberate defect after the other into a system of its own, and returns whether the checker has found each. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BESIDE_DEFECTS } from '../defects/beside-defects.ts';
import { type Defect, DEFECTS } from '../defects/defects.ts';
import { FAILOVER_DEFECTS } from '../defects/failover-defects.ts';
import { checkPatched, patchedPrograms } from '../defects/patch.ts';
import { PROGRAM_DEFECTS } from '../defects/program-defects.ts';
import { QUIET_DEFECTS } from '../defects/quiet-defects.ts';
import { SALE_DEFECTS } from '../defects/sale-defects.ts';
import { type Driver, startDriver } from '../failpoints/driver.ts';
import { recoverAll } from '../faults/faults.ts';
import { makeCustomers } from '../load/customers.ts';
import { openDiary } from '../load/diary.ts';
import { openReceiver, type Receiver } from '../load/receiver.ts';
import { writeRunRecord } from '../system/run-record.ts';
import { type Servers, withServers } from '../system/servers.ts';
import { startSystem, type System } from '../system/system.ts';
import { type PartOptions, skipped } from './part.ts';
import { quiesce, untilSettled } from './settle.ts';
import { check, type Verdict } from './verdict.ts';

const COUNTS = { gateway: 1, 'worker-image': 2, 'worker-av': 0, 'worker-provider': 2, keeper: 1 };
/** Shorter than the 60 s of the promise: a defect that leaves an execution open has done so by then. */
const SETTLE_MS = 12_000;
/** Less money than a defect spends that accepts too much. */
const POOR = [
  { fundedMicros: 1000n, capMicros: null, weight: 1 },
  { fundedMicros: 5_000_000_000n, capMicros: null, keyCapMicros: 4_000_000_000n, weight: 2 },
];

/** Groups of defects; `--only` names a group or a defect. */
export const DEFECT_GROUPS = {
  database: DEFECTS,
  quiet: QUIET_DEFECTS,
  programs: PROGRAM_DEFECTS,
  sales: SALE_DEFECTS,
  failovers: FAILOVER_DEFECTS,
  beside: BESIDE_DEFECTS,
} satisfies Readonly<Record<string, readonly Defect[]>>;

export const runDefects = (options: PartOptions): Promise<boolean> =>
  withServers(options, async (servers) => {
    const chosen = Object.entries(DEFECT_GROUPS).flatMap(([group, defects]) =>
      defects.filter(({ name }) => options.only === null || [group, name].includes(options.only)),
    );
    const missed: string[] = [];
    for (const defect of chosen) {
      const missing = defect.missing?.() ?? null;
      if (missing !== null) {
        options.print(skipped(defect.name, missing));
        continue;
      }
      const { promises } = await tryDefect(defect, servers, options);
      const found = promises.includes(defect.promise);
      options.print(`${found ? '✓' : '✗'} ${defect.name}: the checker found ${promises.join(', ') || 'nothing'}`);
      if (!found) missed.push(defect.name);
    }
    return missed.length === 0 && chosen.length > 0;
  });

async function tryDefect(defect: Defect, shared: Servers, options: PartOptions): Promise<Verdict> {
  const directory = join(options.directory, defect.name);
  mkdirSync(directory, { mode: 0o711 });
  const { startDatabase } = defect;
  return startDatabase === undefined
    ? onServers(defect, shared, { ...options, directory })
    : withServers({ directory, startDatabase }, (servers) => onServers(defect, servers, { ...options, directory }));
}

async function onServers(defect: Defect, servers: Servers, options: PartOptions): Promise<Verdict> {
  const driver = await startDriver();
  const name = `chaos_${defect.name.replaceAll('-', '_')}`;
  const receiver = defect.receives === true ? await openReceiver(options.directory) : null;
  const programs = [...(defect.programs ?? []), ...(receiver?.patches ?? [])];
  const environment = { ...defect.environment, ...patchedPrograms(programs, options.directory) };
  const system = await startSystem(servers, {
    name,
    counts: { ...COUNTS, ...defect.counts },
    failpointUrl: driver.url,
    environment,
  });
  try {
    checkPatched(programs, servers.logs);
    return await stage(defect, { system, driver, receiver }, options);
  } finally {
    driver.close();
    await system.stop();
    receiver?.close();
  }
}

async function stage(
  defect: Defect,
  { system, driver, receiver }: { system: System; driver: Driver; receiver: Receiver | null },
  options: PartOptions,
): Promise<Verdict> {
  const { seed, print, directory } = options;
  const customers = await makeCustomers(system, POOR);
  await receiver?.register(system, customers);
  await defect.put?.(system.sql);
  const diary = openDiary(join(directory, 'client.jsonl'));
  const forgotten = (await defect.scenario({ system, driver, customers, diary, seed, directory })) ?? undefined;
  diary.close();
  driver.onReached = () => Promise.resolve();
  await recoverAll(system);
  const recoveredAt = new Date();
  await linger(defect, system);
  const settledAfterMs = await untilSettled(system, { timeoutMs: SETTLE_MS });
  await quiesce(system);
  await writeRunRecord({ system, options, customers, directory, recoveredAt, settledAfterMs, forgotten });
  return check(directory, { print: (line) => line.startsWith('✓') || print(`  ${line}`) });
}

/** A time limit, counted in time that the machine gave (checker/granted.ts). */
const LINGER_MS_MAX = 120_000;
const POLL_MS = 250;

async function linger({ lingersUntil, lingersMs }: Defect, { sql, machine }: System): Promise<void> {
  const fromMs = Date.now();
  while (lingersUntil !== undefined && machine.grantedMs(fromMs) < LINGER_MS_MAX) {
    const { rows } = await sql.query<{ done: boolean | null }>(lingersUntil);
    if (rows[0]?.done === true) break;
    await pause(POLL_MS);
  }
  if (lingersMs !== undefined) await machine.given(lingersMs);
}
