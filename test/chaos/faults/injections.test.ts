import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PROMISES } from '../checker/invariants/index.ts';
import { soundEvidence } from '../checker/sound-evidence.ts';
import type { Struck } from '../checker/evidence.ts';
import { createRandom } from '../random.ts';
import { COUNTS } from '../system/apps.ts';
import type { System } from '../system/system.ts';
import { appsOf } from './apps.fixture.ts';
import { createInjections } from './injections.ts';
import { planFaults, type Planned } from './schedule.ts';

const APPS = appsOf(COUNTS);
const LENGTH_MS = 66_000;
const [EXECUTIONS, FAILURES_MAX] = [2000, 40];

/** Asks the checker itself which demanded faults are missing. */
function missing(faults: readonly Struck[]): readonly string[] {
  const evidence = { ...soundEvidence(), faults };
  const run = { ...evidence.run, part: 'mix', executions: EXECUTIONS };
  return PROMISES['I0']!.check({ ...evidence, run }).filter((line) => /^\d+ times /.test(line));
}

interface Striking {
  /** Resolves when this fault is over. */
  readonly last: () => Promise<unknown>;
  readonly recover?: () => Promise<void>;
}

function striking({ last, recover = () => Promise.resolve() }: Striking) {
  const lines: Struck[] = [];
  const context = { system: { apps: APPS } as unknown as System, accepted: new Map() };
  const injections = createInjections({ context, note: (line) => lines.push(line as Struck), recover });
  const begin = (planned: Planned): void => injections.begin({ ...planned, fault: { ...planned.fault, inject: last } });
  return { lines, begin, done: injections.done };
}

test('a run has every fault that it must have, with any seed, any duration of faults, and faults that fail at first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 2 ** 32 }),
      fc.scheduler(),
      fc.array(fc.boolean(), { maxLength: FAILURES_MAX }),
      async (seed, scheduler, fails) => {
        let isCalm = false;
        const last = scheduler.scheduleFunction(() =>
          !isCalm && fails.pop() === true ? Promise.reject(new Error('it was away')) : Promise.resolve(),
        );
        const { lines, begin, done } = striking({ last, recover: async () => void (isCalm = true) });
        for (const planned of planFaults(createRandom(seed, 'faults'), APPS, LENGTH_MS)) {
          begin(planned);
          if (scheduler.count() > 0 && planned.ms % 2 === 0) await scheduler.waitNext(1);
        }
        await scheduler.waitFor(done());
        expect(missing(lines)).toEqual([]);
      },
    ),
  );
});

test('a process or a shared server has one fault at a time, and the processes of an app are never all ended at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 2 ** 32 }), fc.scheduler(), async (seed, scheduler) => {
      const [struck, wrong]: [Planned[], Planned[]] = [[], []];
      const { begin, done } = striking({ last: () => Promise.resolve() });
      const targetOf = ({ fault, app }: Planned): string => app?.process.name ?? fault.name.split(' ', 1).join();
      for (const planned of planFaults(createRandom(seed, 'faults'), APPS, LENGTH_MS)) {
        const { fault, app } = planned;
        const inject = async (): Promise<void> => {
          const ended = struck.filter((other) => other.fault.ends && fault.ends && other.app?.app === app?.app);
          wrong.push(...ended, ...struck.filter((other) => targetOf(other) === targetOf(planned)));
          struck.push(planned);
          await scheduler.schedule(Promise.resolve());
          struck.splice(struck.indexOf(planned), 1);
        };
        begin({ ...planned, fault: { ...fault, inject } });
      }
      await scheduler.waitFor(done());
      expect(wrong).toEqual([]);
    }),
  );
});

test('a fault that fails at every attempt is not counted, and the run ends', async () => {
  const { lines, begin, done } = striking({ last: () => Promise.reject(new Error('it is away for good')) });
  planFaults(createRandom(1, 'faults'), APPS, LENGTH_MS).forEach(begin);
  await done();
  expect(lines.every(({ failed }) => failed !== undefined)).toBe(true);
  expect(missing(lines)).toContainEqual(expect.stringContaining('0 times postgres restarted'));
});
