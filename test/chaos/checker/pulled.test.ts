/** Breaches about own tools whose runner asks for work: each is found by the check of its promise alone. */
import { expect, test } from 'vitest';
import type { Evidence } from './evidence.ts';
import { PROMISES } from './invariants/index.ts';
import type { Mutable } from './mutable.ts';
import { RUN_BEHAVIOURS } from './run-behaviours.ts';
import { PULLED_BREACHES } from './seeded-pulled-breaches.ts';
import { soundEvidence } from './sound-evidence.ts';
import { LATER } from './sound-history.ts';
import { lineOf } from './sound-own.ts';
import { reviewARun, sellAPulledTool } from './sound-pulled.ts';

const found = (evidence: Evidence): string[] =>
  Object.entries(PROMISES).flatMap(([name, { check }]) => check(evidence).map((what) => `${name}: ${what}`));

function sound(change: (evidence: Mutable<Evidence>) => unknown = () => {}): Mutable<Evidence> {
  const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
  sellAPulledTool(evidence);
  change(evidence);
  return evidence;
}

test.for([
  ['whose first claim was lost', () => {}],
  ['whose same end was taken again', (evidence) => evidence.runs.push({ ...lineOf(evidence, 'taken') })],
  [
    'that has said another end before',
    (evidence) => {
      const { reply, ...line } = lineOf(evidence, 'said');
      evidence.runs.push({ ...line, reply: { ...reply, units: 4 } });
    },
  ],
  ['whose review had begun before its end was taken', (evidence) => reviewARun(evidence, LATER)],
] as const satisfies readonly (readonly [string, (evidence: Mutable<Evidence>) => unknown])[])(
  'a run that its runner claimed is found sound: %s',
  ([, change]) => {
    expect(found(sound(change))).toEqual([]);
  },
);

test.each(PULLED_BREACHES)('%s alone is broken by %s', (promise, _, change) => {
  const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
  change(evidence);
  const breaches = found(evidence);
  expect([...new Set(breaches.map((line) => line.split(':', 1).join()))], breaches.join('\n')).toEqual([promise]);
});

test('a run that nobody began may end without a cost, whatever its tool charges for a failure', () => {
  const evidence = sound((change) => {
    change.runs = change.runs.filter(({ kind, token }) => token !== 'exe_2.0' || kind === 'claimed');
    Object.assign(change.recordedCosts[1]!, { stated_micros: null, derived_micros: null, booked_micros: 0 });
  });
  expect(PROMISES['I3']!.check(evidence).filter((line) => line.includes("its runner's ends"))).toEqual([]);
});

test('a whole run plays behaviours of a runner that asks, loses leases, and has ends taken', () => {
  const evidence = sound();
  Object.assign(evidence.run, { part: 'mix', executions: 2000 });
  const demands = (): readonly string[] => PROMISES['I0']!.check(evidence).filter((line) => /that asks/.test(line));
  const [begun, claimed, taken] = [lineOf(evidence, 'begun'), lineOf(evidence, 'claimed'), lineOf(evidence, 'taken')];
  evidence.runs.splice(0);
  expect(demands()).toHaveLength(4);
  for (let turn = 0; turn < 108; turn++) {
    const told = `#run:${RUN_BEHAVIOURS[turn % RUN_BEHAVIOURS.length]} a lighthouse`;
    const [token, body] = [`exe_${turn}.0`, JSON.stringify({ tool: 'acme-read', version: 1, arguments: { told } })];
    evidence.runs.push({ ...begun, token, body }, { ...taken, token }, { ...claimed, token });
    evidence.runs.push({ ...claimed, token, lease: `another of ${turn % 40}` });
  }
  expect(demands()).toEqual([]);
  evidence.run.ownTools[0]!.manifest.runner.kind = 'http';
  expect(demands()).toHaveLength(4);
  evidence.run.ownTools[0]!.manifest.runner.kind = 'pull';
  evidence.runs = evidence.runs.filter((line) => line.kind === 'begun' && /#run:(ok|slow|fails)/.test(line.body));
  expect(demands()).toEqual([
    expect.stringContaining('20 runs were begun by a runner that asks'),
    expect.stringContaining('0 runs came to a runner that asks once more'),
    expect.stringContaining('0 ends of a runner that asks were taken'),
    expect.stringContaining('5 behaviours were shown by a runner that asks'),
  ]);
});
