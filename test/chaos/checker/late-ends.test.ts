/** Ends after the time limit, on a machine that other processes use. */
import { expect, test } from 'vitest';
import type { Evidence } from './evidence.ts';
import { PROMISES } from './invariants/index.ts';
import type { Mutable } from './mutable.ts';
import { soundEvidence } from './sound-evidence.ts';

const LATE = '2026-11-21T08:01:40.000Z';

test('an execution may end later only if other processes held it up, and one that never ends is found on any machine', () => {
  const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
  const { run, executions } = evidence;
  const checked = (): readonly string[] => PROMISES['I6']!.check(evidence);
  executions[0]!.finished_at = LATE;
  expect(checked()).toEqual([expect.stringContaining('ended 100 s, 100.0 s as the machine gave them')]);
  const fromMs = Date.parse(run.recoveredAt);
  const busy = { fromMs, untilMs: fromMs + 100_000, ranMs: 40_000, waitedMs: 40_000, othersMs: 90_000 };
  run.machine = [busy];
  expect(checked()).toEqual([]);
  run.machine = [{ ...busy, othersMs: 0 }];
  expect(checked()).toEqual([expect.stringContaining('100.0 s as the machine gave them')]);
  run.machine = [{ ...busy, ranMs: 0, waitedMs: 1e9, othersMs: 1e9 }];
  executions[0]!.status = 'running';
  expect(checked()).toEqual([expect.stringContaining('is still running')]);
});
