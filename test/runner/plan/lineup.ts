/** Chooses the parts of each suite to run from the command line. Explains which parts are left out and why the others run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Options } from '../options.ts';
import type { Suite } from '../suite.ts';
import { changeSince, commitCount } from './changes.ts';
import { distanceToChange, importGraph } from './import-graph.ts';
import { type Candidate, type Change, choose, type Plan, SLICES } from './plan.ts';
import { usualDurations } from './usual.ts';

/** Usual duration that `npm test -- ci` may have. A starved machine takes two and a half times as long, and CI ends at 90 minutes. */
const CI_SECONDS = 32 * 60;
const NAMES_SHOWN = 12;

export interface LinedUp {
  readonly suite: Suite;
  readonly parts: readonly string[];
}

export interface Lineup {
  readonly suites: readonly LinedUp[];
  /** Lines for the user: the usual duration, and the parts that are left out. */
  readonly about: readonly string[];
}

interface Surroundings {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export async function lineUp(suites: readonly Suite[], options: Options, surroundings: Surroundings): Promise<Lineup> {
  const all = await candidates(suites, surroundings);
  const parts = all.filter(({ name, reads }) => options.only?.test(`${name} ${reads[0]}`) ?? true);
  const change = options.plan === 'ci' ? await changeOf(options, surroundings) : null;
  const plan = choose(parts, { plan: options.plan, change: change?.change ?? null, shard: options.shard });
  const named = (suite: Suite): string[] =>
    plan.chosen.filter(({ part }) => part.suite === suite.name).map(({ part }) => part.name);
  const linedUp = suites.map((suite) => ({ suite, parts: named(suite) })).filter((each) => each.parts.length > 0);
  return { suites: linedUp, about: [heading(options, plan), ...(change?.about ?? []), ...leftOut(plan)] };
}

/** Every part of the suites, with its usual duration. */
export async function candidates(suites: readonly Suite[], { root, env }: Surroundings): Promise<readonly Candidate[]> {
  const usual = usualDurations(root);
  const folder = mkdtempSync(join(tmpdir(), 'parts-'));
  try {
    const all = await Promise.all(
      suites.map(async ({ name, parts }) =>
        (await parts({ root, env, folder })).map((part) => ({
          ...part,
          suite: name,
          seconds: usual.seconds(name, part.name),
        })),
      ),
    );
    return all.flat();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function changeOf(
  { base: named }: Options,
  surroundings: Surroundings,
): Promise<{ change: Change; about: string[] }> {
  const [{ base, files }, graph] = [changeSince(surroundings.root, named), await importGraph(surroundings)];
  const changed = new Set(files);
  const commits = commitCount(surroundings.root);
  const since = base === null ? 'the first commit' : base.slice(0, 12);
  return {
    change: {
      commits,
      limitSeconds: CI_SECONDS,
      distance: ({ reads }) => distanceToChange(graph, reads, changed),
    },
    about: [`${changed.size} files changed since ${since}; heavy slice ${(commits % SLICES) + 1} of ${SLICES}`],
  };
}

function heading({ plan: name, shard }: Options, { chosen }: Plan): string {
  const seconds = (reason: string): number =>
    chosen.filter((each) => each.reason === reason).reduce((sum, { part }) => sum + part.seconds, 0);
  const reasons = ['plan', 'slice', 'affected'].map((each) => [each, seconds(each)] as const);
  const total = reasons.reduce((sum, [, each]) => sum + each, 0);
  const further = reasons.filter(([reason, each]) => reason !== 'plan' && each > 0);
  const text = further.map(
    ([reason, each]) => `, ${reason === 'slice' ? 'slice' : 'affected by the change'} ${minutes(each)}`,
  );
  const of = shard === null ? '' : `, shard ${shard.index} of ${shard.of}`;
  return `plan ${name}${of}: ${chosen.length} parts, usually ${minutes(total)}${text.join('')}`;
}

function leftOut({ leftOut: parts }: Plan): string[] {
  const bySuite = Map.groupBy(parts, ({ suite }) => suite);
  return [...bySuite].map(([suite, some]) => {
    const names = some.length > NAMES_SHOWN ? '' : `: ${some.map(({ name }) => name).join(', ')}`;
    const seconds = some.reduce((sum, each) => sum + each.seconds, 0);
    return `left out: ${suite}, ${some.length} parts, usually ${minutes(seconds)}${names}`;
  });
}

export const minutes = (seconds: number): string =>
  seconds < 100 ? `${Math.round(seconds)} s` : `${(seconds / 60).toFixed(1)} min`;
