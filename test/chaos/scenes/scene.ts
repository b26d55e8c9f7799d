/** One fault, or a few in a row, while customers work; then everything recovers and the checker judges. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeCustomers, RICH_ONES } from '../load/customers.ts';
import { openDiary } from '../load/diary.ts';
import { drive, newTally, type Tally } from '../load/drive.ts';
import type { Kind } from '../load/kinds.ts';
import { type PartOptions, skipped } from '../parts/part.ts';
import { recoverAndSettle } from '../parts/settle.ts';
import { check, misbehaved } from '../parts/verdict.ts';
import { createRandom } from '../random.ts';
import { type Counts, COUNTS } from '../system/apps.ts';
import type { Postgres } from '../system/postgres.ts';
import { type Forgotten, writeRunRecord } from '../system/run-record.ts';
import { withServers } from '../system/servers.ts';
import { startSystem, type System } from '../system/system.ts';

export interface Stage {
  readonly system: System;
  readonly options: PartOptions;
  readonly tally: Tally;
  /** Runs the fault and logs it. */
  readonly inject: (fault: string, what: () => unknown) => Promise<void>;
  /** Tells the checker which commits a failover has lost. */
  readonly forget: (forgotten: Forgotten) => void;
}

export interface Scene {
  /** Name of its demands in checker/demands.ts. */
  readonly name: string;
  readonly kinds: readonly Kind[];
  readonly counts?: Counts;
  readonly environment?: Readonly<Record<string, string>>;
  /** Executions begun in each second. */
  readonly rate: number;
  /** Replaces the embedded database. */
  readonly startDatabase?: (directory: string) => Promise<Postgres>;
  /** Runs before the first execution. */
  readonly prepare?: (system: System) => Promise<void>;
  /** Executions continue until it resolves. Resolves to problems that the checker cannot see. */
  readonly act: (stage: Stage) => Promise<readonly string[] | void>;
  readonly clockChanged?: boolean;
  /** The reason why it cannot run here; null if it can. */
  readonly missing?: () => string | null;
}

/** Resolves to whether every promise was kept; null if the scene cannot run here, after the reason was printed. */
export async function play(scene: Scene, options: PartOptions): Promise<boolean | null> {
  const { print } = options;
  const missing = scene.missing?.() ?? null;
  if (missing !== null) {
    print(skipped(scene.name, missing));
    return null;
  }
  print(`${scene.name}:`);
  const directory = join(options.directory, scene.name.replaceAll(' ', '-'));
  mkdirSync(directory, { mode: 0o711 });
  return withServers({ directory, startDatabase: scene.startDatabase }, async (servers) => {
    const name = `chaos_${scene.name.replaceAll(/\W/g, '_')}`;
    const system = await startSystem(servers, {
      name,
      counts: scene.counts ?? COUNTS,
      environment: { FAREBOX_LEASE_SECONDS: String(options.lease), ...scene.environment },
    });
    try {
      return await perform(scene, { ...options, directory }, system);
    } finally {
      await system.stop();
    }
  });
}

async function perform(scene: Scene, options: PartOptions, system: System): Promise<boolean> {
  const { directory, print, seed } = options;
  await scene.prepare?.(system);
  const customers = await makeCustomers(system, RICH_ONES);
  const diary = openDiary(join(directory, 'client.jsonl'));
  const [sending, resending] = [new AbortController(), new AbortController()];
  const tally = newTally();
  const random = createRandom(seed, 'load');
  const { kinds, rate } = scene;
  const load = { system, customers, diary, random, rate, kinds, polite: true, executions: Infinity };
  const work = drive({ ...load, until: sending.signal, signal: resending.signal }, tally);
  const failed = new Promise<never>((_, reject) => void work.catch(reject));
  const inject = async (fault: string, what: () => unknown): Promise<void> => {
    print(`  ${fault}; ${tally.accepted.size} accepted so far`);
    await what();
    appendFileSync(join(directory, 'faults.jsonl'), `${JSON.stringify({ at: new Date().toISOString(), fault })}\n`);
  };
  let forgotten: Forgotten | undefined;
  const forget = (lost: Forgotten): void => void (forgotten = lost);
  const found = (await Promise.race([scene.act({ system, options, tally, inject, forget }), failed])) ?? [];
  sending.abort();
  const { recoveredAt, settledAfterMs } = await recoverAndSettle({ system, work, resending, diary });
  const clockChanged = scene.clockChanged ?? false;
  const about = { part: scene.name, executions: tally.begun };
  await writeRunRecord({
    system,
    options: about,
    customers,
    directory,
    recoveredAt,
    settledAfterMs,
    clockChanged,
    forgotten,
  });
  for (const each of found) print(`✗ ${each}`);
  const { broken } = await check(directory, { print: (line) => print(`  ${line}`) });
  return !misbehaved(system, print) && !broken && found.length === 0;
}
