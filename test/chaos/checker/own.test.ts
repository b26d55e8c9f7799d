/** Breaches about own tools: each is found by the check of its promise alone. */
import { expect, test } from 'vitest';
import type { Evidence } from './evidence.ts';
import { PROMISES } from './invariants/index.ts';
import type { Mutable } from './mutable.ts';
import { RUN_BEHAVIOURS } from './run-behaviours.ts';
import { OWN_BREACHES } from './seeded-own-breaches.ts';
import { soundEvidence } from './sound-evidence.ts';
import { lineOf, say, sellAnOwnTool } from './sound-own.ts';

const found = (evidence: Evidence): string[] =>
  Object.entries(PROMISES).flatMap(([name, { check }]) => check(evidence).map((what) => `${name}: ${what}`));

function sound(): Mutable<Evidence> {
  const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
  sellAnOwnTool(evidence);
  return evidence;
}

test.for([
  ['as its client bought it', () => {}],
  [
    'of a runner that changed its mind',
    (evidence: Mutable<Evidence>) => {
      const { reply, ...line } = lineOf(evidence, 'said');
      evidence.runs.push({ ...line, reply: { ...reply, units: 4 } });
    },
  ],
  [
    'of a runner that answered twice',
    (evidence: Mutable<Evidence>) => {
      const { reply, ...line } = lineOf(evidence, 'said');
      evidence.runs.push({ ...line, kind: 'stray', reply: { ...reply, units: 4 } });
    },
  ],
] as const)('a run of an own tool is found sound: %s', ([, change]) => {
  const evidence = sound();
  change(evidence);
  expect(found(evidence)).toEqual([]);
});

test('units and a cost above the quote count as the quote', () => {
  const evidence = sound();
  say(evidence, { units: 1_000_000 });
  expect(found(evidence)).toEqual([expect.stringContaining('succeeded with 4 units')]);
});

test.each(OWN_BREACHES)('%s alone is broken by %s', (promise, _, change) => {
  const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
  change(evidence);
  const breaches = found(evidence);
  expect([...new Set(breaches.map((line) => line.split(':', 1).join()))], breaches.join('\n')).toEqual([promise]);
});

test('a whole run plays each behaviour of a runner, and buys each version of its tools', () => {
  const evidence = sound();
  Object.assign(evidence.run, { part: 'mix', executions: 1000 });
  const demands = (): readonly string[] =>
    PROMISES['I0']!.check(evidence).filter((line) => /own tools|were played|were denied/.test(line));
  evidence.runs.splice(0);
  expect(demands()).toHaveLength(RUN_BEHAVIOURS.length + 3);
  const begun = lineOf(sound(), 'begun');
  const play = (behaviour: string, number: number): void => {
    const body = JSON.stringify({
      tool: 'acme-read',
      version: 1,
      arguments: { told: `#run:${behaviour} a lighthouse` },
    });
    evidence.runs.push({ ...begun, token: `exe_${number}.0`, body });
  };
  for (let turn = 0; turn < 40; turn++) play(RUN_BEHAVIOURS[turn % RUN_BEHAVIOURS.length] ?? '', turn);
  expect(demands()).toEqual([]);
  evidence.run.ownTools[0]!.manifest.runner.idempotent = true;
  expect(demands()).toEqual([expect.stringContaining('0 starts were denied')]);
  evidence.run.ownTools[0]!.manifest.runner.idempotent = false;
  evidence.runs = evidence.runs.filter((line) => line.kind !== 'begun' || !line.body.includes('twice'));
  evidence.run.ownTools.push({ ...evidence.run.ownTools[0]!, version: 2 });
  expect(demands()).toEqual([
    expect.stringContaining('runs of own tools were begun'),
    expect.stringContaining('1 versions of own tools'),
    expect.stringContaining('0 runs were played: twice'),
  ]);
});
