/** Tries mutants that share their test files: first these tests must pass unchanged, once for all mutants of the group. */
import type { Failure } from '../suite.ts';
import type { Mutant } from './mutant.ts';
import { type Lane, runTrial, type Trial } from './trial.ts';
import { mayHaveWaited, whyNotFound, whyNotPassed } from './verdict.ts';

/** A mutant of these files needs its own database server, because they create migrated databases. */
const MAKES_DATABASES = /^(prisma|packages\/(db|embedded|testing))\//;

/** Mutants with the same test files. */
export type Group = readonly [Mutant, ...Mutant[]];

export function groupsOf(mutants: readonly Mutant[]): Group[] {
  const groups = Map.groupBy(mutants, ({ tests }) => tests.join());
  return [...groups.values()] as unknown as Group[];
}

/** Returns the mutants that were not found. */
export async function tryGroup(group: Group, lane: Lane): Promise<Failure[]> {
  const broken = await whyBroken(group, lane);
  if (broken !== null) return group.map((mutant) => failureOf(mutant, broken));
  const failures: Failure[] = [];
  for (const mutant of group) {
    const why = await whySurvived(mutant, lane);
    if (why !== null) failures.push(failureOf(mutant, why));
  }
  return failures;
}

/** Returns null if the tests of all these mutants pass with every defence in place. */
async function whyBroken(group: Group, lane: Lane): Promise<string | null> {
  const titles = [...new Set(group.flatMap((mutant) => mutant.titles))];
  return whyNotPassed(await runTrial({ files: group[0].tests, titles, isLent: true }, lane), titles);
}

/** Returns null if the tests found the mutant. A late assertion counts if the same tests then pass with the defence. */
export async function whySurvived(mutant: Mutant, lane: Lane, options: Trial['options'] = []): Promise<string | null> {
  const { tests: files, titles, file } = mutant;
  const restore = removeDefence(mutant, lane);
  const isLent = !MAKES_DATABASES.test(file);
  const report = await runTrial({ files, titles, isLent, options }, lane).finally(restore);
  const why = whyNotFound(report, titles);
  if (why !== null || !mayHaveWaited(report, titles)) return why;
  return await whyBroken([mutant], lane);
}

/** Returns a function that restores the defence. Throws if the source does not contain the mutant's text. */
function removeDefence({ name, file, defence, without }: Mutant, { copy }: Lane): () => void {
  try {
    return copy.replace(file, defence, without);
  } catch (error) {
    throw new Error(`${name}: bring the mutant up to date`, { cause: error });
  }
}

const failureOf = ({ name, file, tests }: Mutant, why: string): Failure => ({
  title: name,
  text: `${file} (${tests.join(', ')}): ${why}`,
});
