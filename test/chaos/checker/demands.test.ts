/** A part that did less than its demands has failed, even if it kept all promises. */
import { expect, test } from 'vitest';
import type { Evidence } from './evidence.ts';
import { PROMISES } from './invariants/index.ts';
import { buyByAnAgent } from './seeded-agent-breaches.ts';
import { convertSpeech } from './free-steps.ts';
import type { Mutable } from './mutable.ts';
import { soundEvidence } from './sound-evidence.ts';
import { buyATemplateByAnAgent } from './seeded-template-breaches.ts';
import type { Message } from './told.ts';

test('each demand of a part is checked: statuses, faults, engines, and no review without a reason', () => {
  const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
  const demands = (): readonly string[] => PROMISES['I0']!.check(evidence);
  evidence.run.part = 'rolling';
  expect(demands()).toHaveLength(4);
  evidence.faults = Array.from({ length: 9 }, () => ({ at: '', fault: 'process stopped in order' }));
  expect(demands()).toHaveLength(3);
  const ended = evidence.history.find(({ new_status }) => new_status === 'succeeded')!;
  for (let number = 0; number < 100; number++) evidence.history.push({ ...ended, execution_id: `exe_more_${number}` });
  expect(demands()).toEqual([expect.stringContaining('steps of av'), expect.stringContaining('under review')]);
  convertSpeech(evidence);
  evidence.steps.push(evidence.steps.at(-1)!, evidence.steps.at(-1)!);
  expect(demands()).toEqual([expect.stringContaining('under review')]);
  evidence.history = evidence.history.filter(({ new_status }) => new_status !== 'needs_review');
  expect(demands()).toEqual([]);
  evidence.faults[0] = { at: '', fault: 'process stopped in order', failed: 'it was not there' };
  expect(demands()).toEqual([expect.stringContaining('process stopped in order')]);
});

test('a whole run kills one process of each app, has executions over all three engines, and sends webhooks that are refused at first', () => {
  const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
  Object.assign(evidence.run, { part: 'mix', executions: 1000 });
  const demands = (): readonly string[] =>
    PROMISES['I0']!.check(evidence).filter((line) => /process killed|went over|endpoint|not taken/.test(line));
  const apps = ['gateway', 'worker-image', 'worker-av', 'worker-provider', 'keeper'];
  expect(demands()).toEqual([
    ...apps.map((app): unknown => expect.stringContaining(`0 times process killed, a ${app}`)),
    expect.stringContaining('0 executions went over image, av, provider'),
    expect.stringContaining('3 ends were sent to an endpoint'),
    expect.stringContaining('1 of them were not taken'),
  ]);
  evidence.faults = apps.map((app) => ({ at: '', fault: 'process killed', on: `${app}-1` }));
  convertSpeech(evidence);
  const [execution] = evidence.executions;
  execution!.plan.push({ ...execution!.plan[0]!, engine: 'image', operation: 'resize' });
  evidence.executions.push(execution!);
  evidence.webhooks.push(
    ...Array.from({ length: 77 }, () => ({ ...(evidence.webhooks[1] as Message), isTaken: false })),
  );
  expect(demands()).toEqual([]);
  evidence.faults = evidence.faults.filter(({ on }) => on !== 'worker-av-1');
  expect(demands()).toEqual([expect.stringContaining('0 times process killed, a worker-av')]);
});

test('a whole run sells to agents, and has responses that wait for the end', () => {
  const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
  Object.assign(evidence.run, { part: 'mix', executions: 1000 });
  const demands = (): readonly string[] =>
    PROMISES['I0']!.check(evidence).filter((line) => /executions were bought|kept back/.test(line));
  expect(demands()).toEqual([expect.stringContaining('0 executions'), expect.stringContaining('0 paid requests')]);
  buyByAnAgent(evidence);
  evidence.executions.push(...Array.from({ length: 3 }, () => evidence.executions[0]!));
  expect(demands()).toEqual([expect.stringContaining('0 paid requests')]);
  const [asked] = evidence.client;
  const kept = { at: '', status: 200, id: 'exe_1', executionStatus: 'succeeded', waited: true, replayed: false };
  for (let request = 100; request < 110; request++)
    evidence.client.push({ ...asked!, act: 'execute', request }, { ...kept, replyTo: request });
  expect(demands()).toEqual([]);
  evidence.client.at(-1)!.replayed = true;
  expect(demands()).toEqual([expect.stringContaining('9 paid requests')]);
});

test('a whole run sells batches of different items and templates, misuses keys, and meets prices that change', () => {
  const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
  Object.assign(evidence.run, { part: 'mix', executions: 1000 });
  const demands = (): readonly string[] =>
    PROMISES['I0']!.check(evidence).filter((line) => /batches(?! were cancelled)|templates|outdated|tables/.test(line));
  const demanded = ['0 batches', '0 misused', '0 items', '0 templates', '0 requests', '1 price tables'];
  expect(demands()).toEqual(demanded.map((words): unknown => expect.stringContaining(words)));
  buyATemplateByAnAgent(evidence);
  for (const [index, version] of ['v2', 'v3'].entries()) evidence.executions[index + 1]!.price_version = version;
  const [asked] = evidence.client.filter(({ act }) => act === 'agent');
  for (const request of [100, 101])
    evidence.client.push(
      { ...asked!, request },
      { at: '', replyTo: request, status: 409, message: 'price_version_mismatch' },
    );
  expect(demands()).toEqual(
    [...demanded.slice(0, 3), '1 templates'].map((words): unknown => expect.stringContaining(words)),
  );
});

test('after a failover without loss, only executions that were accepted before it and never sent may be under review', () => {
  const reviews = (
    fault: string,
    change: (first: Mutable<Evidence['history'][number]>) => unknown,
  ): readonly string[] => {
    const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
    evidence.run.part = 'failover synchronous';
    evidence.faults = [{ at: fault, fault: 'primary lost' }];
    const { execution_id } = evidence.history.find(({ new_status }) => new_status === 'needs_review')!;
    change(evidence.history.find((each) => each.kind === 'step' && each.execution_id === execution_id)!);
    return PROMISES['I0']!.check(evidence).filter((line) => line.includes('under review'));
  };
  const doubt = { at: '2026-11-21T08:00:04.000Z', new_status: 'unknown' };
  const between = '2026-11-21T08:00:03.000Z';
  expect(reviews(between, (first) => Object.assign(first, doubt))).toEqual([]);
  expect(reviews(between, () => {})).toHaveLength(1);
  expect(reviews(between, (first) => Object.assign(first, doubt, { new_status: 'dispatching' }))).toHaveLength(1);
  expect(reviews(doubt.at, (first) => Object.assign(first, doubt, { at: between }))).toHaveLength(1);
  expect(reviews('2026-11-21T07:59:00.000Z', (first) => Object.assign(first, doubt))).toHaveLength(1);
});
