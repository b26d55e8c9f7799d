/** Measures the cost of a hostile tenant to another one (I13): a quiet tenant polls alone and beside each kind of hostile body, alternately. */
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProcess } from '@farebox/testing';
import type { Fixture } from '../fixture.ts';
import { HOSTILE_KINDS, type HostileKind, MEANINGS } from '../load/hostile-bodies.ts';
import { runPaced } from '../load/paced.ts';
import type { Options } from '../options.ts';
import { spreadOf } from '../rounds.ts';

/** The bound that I13 promises. */
const RATIO_MAX = 2;
/** Requests of a hostile tenant that are in flight end before the next measurement. */
const SETTLE_MS = 1_500;

export interface TenantRound {
  readonly aloneP99Ms: number;
  readonly besideP99Ms: number;
}

export type Tenants = Readonly<Record<HostileKind, readonly TenantRound[]>>;

/** Each measurement beside a hostile tenant follows one without it, so that a drift of the machine affects both. */
export async function measureTenants(fixture: Fixture, { rounds, seconds }: Options): Promise<Tenants> {
  const { system, projects, finishedIds } = fixture;
  const quiet = { url: system.url, key: projects[0]!.key, paths: finishedIds.map((id) => `/tools/executions/${id}`) };
  const measured = Object.fromEntries(HOSTILE_KINDS.map((kind) => [kind, [] as TenantRound[]]));
  await runPaced({ ...quiet, seconds: 1 }); // warm-up
  for (let round = 0; round < rounds; round++) {
    for (const kind of HOSTILE_KINDS) {
      const alone = await runPaced({ ...quiet, seconds });
      const beside = await besideHostile({ url: system.url, key: projects[1]!.key, kind }, () =>
        runPaced({ ...quiet, seconds }),
      );
      await pause(SETTLE_MS);
      measured[kind]!.push({ aloneP99Ms: alone.p99Ms, besideP99Ms: beside.p99Ms });
    }
  }
  return measured as unknown as Tenants;
}

interface Hostile {
  readonly url: string;
  readonly key: string;
  readonly kind: HostileKind;
}

async function besideHostile<T>({ url, key, kind }: Hostile, measure: () => Promise<T>): Promise<T> {
  const program = resolve(import.meta.dirname, '../load/hostile.ts');
  await using hostile = startProcess({ command: [process.execPath, program, url, key, kind] });
  await hostile.said(/./);
  return await measure();
}

export const tenantTable = (tenants: Tenants): string =>
  [
    'a quiet tenant’s p99 beside a hostile one; at most 2.00 × alone',
    ...HOSTILE_KINDS.map((kind) => line(kind, tenants[kind])),
  ].join('\n');

function line(kind: HostileKind, rounds: readonly TenantRound[]): string {
  const { median, min, max } = spreadOf(rounds.map(({ aloneP99Ms, besideP99Ms }) => besideP99Ms / aloneP99Ms));
  const p99 = (pick: (round: TenantRound) => number): string => `${spreadOf(rounds.map(pick)).median.toFixed(1)} ms`;
  const times = `${p99(({ aloneP99Ms }) => aloneP99Ms)} alone, ${p99(({ besideP99Ms }) => besideP99Ms)} beside`;
  const held = median <= RATIO_MAX ? 'holds' : 'does not hold';
  return `  ${MEANINGS[kind].padEnd(40)} ${median.toFixed(2)} × (${min.toFixed(2)} to ${max.toFixed(2)} in ${rounds.length} rounds): ${held}; ${times}`;
}
