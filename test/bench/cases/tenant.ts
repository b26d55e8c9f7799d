/** Measures the cost of a hostile tenant to another one (I13): a quiet tenant polls alone and beside each kind of hostile body, alternately. */
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProcess } from '@farebox/testing';
import type { Fixture } from '../fixture.ts';
import { HOSTILE_KINDS, type HostileKind, MEANINGS } from '../load/hostile-bodies.ts';
import { runPaced } from '../load/paced.ts';
import type { Options } from '../options.ts';
import { makeProjects } from '../system/projects.ts';
import { type TenantRound, tenantLine } from './tenant-line.ts';

/** Requests of a hostile tenant that are in flight end before the next measurement. */
const SETTLE_MS = 1_500;

export type Tenants = ReadonlyMap<HostileKind, readonly TenantRound[]>;

/** Each measurement beside a hostile tenant follows one without it, so that a drift of the machine affects both. */
export async function measureTenants(fixture: Fixture, { rounds, seconds, beside: name }: Options): Promise<Tenants> {
  const { system, projects, finishedIds } = fixture;
  const [hostile] = await makeProjects(system, 1); // of another organization
  const quiet = { url: system.url, key: projects[0]!.key, paths: finishedIds.map((id) => `/tools/executions/${id}`) };
  const kinds = HOSTILE_KINDS.filter((kind) => MEANINGS[kind].includes(name));
  const measured = new Map(kinds.map((kind) => [kind, [] as TenantRound[]]));
  await runPaced({ ...quiet, seconds: 1 }); // warm-up
  for (let round = 0; round < rounds; round++) {
    for (const [kind, found] of measured) {
      const alone = await runPaced({ ...quiet, seconds });
      const beside = await besideHostile({ url: system.url, key: hostile!.key, kind }, () =>
        runPaced({ ...quiet, seconds }),
      );
      await pause(SETTLE_MS);
      found.push({ aloneP99Ms: alone.p99Ms, besideP99Ms: beside.p99Ms });
    }
  }
  return measured;
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

export const tenantTable = (tenants: Tenants, work: readonly string[]): string =>
  [
    'the p99 of a quiet tenant’s polls beside a hostile one; at most 2.00 × alone',
    ...[...tenants].map(([kind, rounds]) => tenantLine(MEANINGS[kind], rounds)),
    'the p99 of a small picture, from the request to the settlement, beside another organization',
    ...work,
  ].join('\n');
