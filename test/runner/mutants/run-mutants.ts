/** Removes each defence in a copy of the repository and requires that the named tests fail: an untested defence can disappear unnoticed. */
import { copyProject, startTemplateServer } from '@farebox/testing';
import type { Failure, SuiteContext, Tally } from '../suite.ts';
import { mutants } from './list/index.ts';
import { groupsOf, tryGroup } from './try-mutants.ts';

/** One more than the usual number of parallel tests: a test without its defence mostly waits. */
const LANES = 3;

export async function runMutants(context: SuiteContext): Promise<Tally> {
  const chosen = mutants.filter(({ name }) => context.parts.includes(name));
  const waiting = groupsOf(chosen);
  const failures: Failure[] = [];
  const partMs = new Map<string, number>();
  async function lane(): Promise<void> {
    using copy = copyProject(context.folder);
    await using lent = await startTemplateServer(context.env);
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      const startedMs = performance.now();
      failures.push(...(await tryGroup(group, { context, copy, lent })));
      const eachMs = (performance.now() - startedMs) / group.length;
      for (const { name } of group) partMs.set(name, eachMs);
    }
  }
  await Promise.all(Array.from({ length: Math.min(LANES, waiting.length) }, lane));
  return { passed: chosen.length - failures.length, failures, skipped: 0, notes: [], partMs };
}
