/**
 * Whether a runner that asks for work itself would take one more run now. Asked before the intent, so a runner that is down, or
 * that has all that it takes at once, means waiting, and no failure. It never decides about a run that was offered.
 */
import type { Manifest } from '@farebox/manifest';
import type { PullRuns } from '@farebox/tools';
import type { Side } from './entries.ts';
import { orTryLater } from './or-try-later.ts';

/** True for a runner of another kind, and for a test project, whose runs have no runner. */
export async function isPullReady(
  { name, runner }: Pick<Manifest, 'name' | 'runner'>,
  side: Side,
  runs: Pick<PullRuns, 'readiness'>,
): Promise<boolean> {
  if (runner.kind !== 'pull' || side === 'test') return true;
  return (await orTryLater(runs.readiness(name, runner.concurrency))) === 'ready';
}
