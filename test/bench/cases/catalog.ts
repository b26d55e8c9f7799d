/**
 * Reads of the catalog with many own tools against none: a second system, with the same settings, has the tools. The sides take turns. Each read
 * waits for the one before, so that p50 is the time of a read and not of a line.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openTestDatabase } from '@farebox/testing';
import { manifestOf, publishForTest } from '@farebox/tools/testing';
import type { Fixture } from '../fixture.ts';
import { runWrk } from '../load/wrk.ts';
import type { Options } from '../options.ts';
import { measure, spreadOf } from '../rounds.ts';
import { makeProjects, type Project } from '../system/projects.ts';
import { startSystem, type System } from '../system/system.ts';

const OWN_TOOLS = 500;
const RATIO_MAX = 2;
const OFFERED_MS_MAX = 60_000;
const POLL_MS = 200;
const ONE_CONNECTION = 1;

interface Side {
  readonly system: System;
  readonly key: string;
}

interface Read {
  readonly title: string;
  readonly path: string;
  /** Sends the tag of the response: nothing has changed. */
  readonly isKnown: boolean;
}

const READS: readonly Read[] = [
  { title: 'unchanged, by its tag', path: '/tools', isKnown: true },
  { title: 'names and prices', path: '/tools?fields=name,price', isKnown: false },
  { title: 'whole', path: '/tools', isKnown: false },
];

export async function catalogReport({ system, projects }: Fixture, options: Options): Promise<string> {
  const directory = join(system.directory, 'with-own-tools');
  mkdirSync(directory, { mode: 0o755 });
  const other = await startSystem(directory, options.durable);
  if (other === null) throw new Error('the second system did not start');
  await using _stopped = { [Symbol.asyncDispose]: other.stop };
  await Promise.all([system.stopWorker(), other.stopWorker()]);
  const [project] = (await makeProjects(other, 1)) as [Project];
  const [none, many] = [
    { system, key: projects[0]!.key },
    { system: other, key: project.key },
  ];
  await publish(other);
  await offered(many);
  const lines: string[] = [];
  for (const read of READS) lines.push(await line(read, { none, many }, options));
  return lines.join('\n');
}

async function publish({ databaseUrl }: System): Promise<void> {
  const database = openTestDatabase({ url: databaseUrl, poolMax: 1, applicationName: 'farebox-bench' });
  try {
    for (let n = 1; n <= OWN_TOOLS; n++) await publishForTest(database, manifestOf(`bench-read-text-${n}`));
  } finally {
    await database.close();
  }
}

const reading = (side: Side, path: string): Promise<Response> =>
  fetch(`${side.system.url}${path}`, { headers: { Authorization: `Bearer ${side.key}` } });

async function offered(side: Side): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const { data } = (await (await reading(side, '/tools?fields=name')).json()) as {
      data: { tools: readonly { readonly name: string }[] };
    };
    if (data.tools.filter(({ name }) => name.startsWith('bench-')).length === OWN_TOOLS) return;
    if (waitedMs >= OFFERED_MS_MAX) throw new Error('the gateway does not offer the tools');
    await pause(POLL_MS);
  }
}

interface Sides {
  readonly none: Side;
  readonly many: Side;
}

async function line(read: Read, { none, many }: Sides, options: Options): Promise<string> {
  const [ours, floor] = [await measured(many, read, options), await measured(none, read, options)];
  const { rounds } = await measure({ ours, floors: [{ ...floor, target: null }] }, options.rounds);
  const times = rounds.map(([first, second]) => ({ many: first!.p50Ms, none: second!.p50Ms }));
  const { min, median, max } = spreadOf(times.map((each) => each.many / each.none));
  const verdict = median <= RATIO_MAX ? 'reached' : 'not reached';
  const ms = (side: keyof Sides): string => spreadOf(times.map((each) => each[side])).median.toFixed(2);
  return (
    `catalog, ${read.title}: p50 ${median.toFixed(2)} × with ${OWN_TOOLS} own tools (${min.toFixed(2)} to ${max.toFixed(2)} in ${rounds.length} rounds); ` +
    `to reach ${RATIO_MAX}: ${verdict}\n  ${ms('many')} ms (${ours.bytes} bytes) against ${ms('none')} ms (${floor.bytes} bytes)`
  );
}

async function measured(at: Side, { title, path, isKnown }: Read, { seconds }: Options) {
  const response = await reading(at, path);
  const whole = (await response.arrayBuffer()).byteLength;
  const paths = join(at.system.directory, 'catalog');
  writeFileSync(paths, `${path}\n`);
  const args = [paths, at.key, ...(isKnown ? [response.headers.get('etag')!] : [])];
  const load = { url: at.system.url, script: 'poll.lua', args, connections: ONE_CONNECTION, seconds } as const;
  return { title, processes: at.system.processes, run: () => runWrk(load), bytes: isKnown ? 0 : whole };
}
