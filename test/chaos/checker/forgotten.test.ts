/** A failover that lost commits excuses exactly what follows from the loss, and nothing else. */
import { expect, test } from 'vitest';
import type { Evidence } from './evidence.ts';
import { PROMISES } from './invariants/index.ts';
import type { Mutable } from './mutable.ts';
import { shownData } from './reordered.ts';
import { soundEvidence } from './sound-evidence.ts';

const BEFORE = '2026-11-21T08:00:01.400Z';
const FROM = '2026-11-21T08:00:01.500Z';
const WITHIN = '2026-11-21T08:00:02.000Z';
const UNTIL = '2026-11-21T08:00:04.000Z';
const AFTER = '2026-11-21T08:00:04.500Z';
/** An id drawn at 08:00:01.900. */
const GONE = 'exe_01m7yhx4vcfay0vvr14d2pf2dt';

type Change = (evidence: Mutable<Evidence>) => unknown;

const broken = (evidence: Evidence): string[] =>
  Object.entries(PROMISES).flatMap(([name, { check }]) => (check(evidence).length > 0 ? [name] : []));

/** One execution was accepted, paid and read within the lost time, and is requested again afterwards. */
function afterTheFailover(): Mutable<Evidence> {
  const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
  const { client, costs, objects, run } = evidence;
  run.forgotten = { from: FROM, until: UNTIL };
  const asked = { ...client[0]!, request: 20, idempotencyKey: 'key-gone', at: WITHIN };
  const read = { at: WITHIN, act: 'read', projectId: 'proj_1', executionId: GONE, lineage: 0 };
  client.push(asked, { at: WITHIN, replyTo: 20, status: 202, id: GONE, executionStatus: 'queued' });
  client.push({ ...read, request: 21 }, { at: WITHIN, replyTo: 21, status: 200, id: GONE, executionStatus: 'running' });
  client.push({ ...read, at: AFTER, request: 22 }, { at: AFTER, replyTo: 22, status: 404, message: 'not_found' });
  costs.push({ ...costs[0]!, token: `${GONE}.0` });
  objects.push({ key: `projects/proj_1/executions/${GONE}/0-0-made`, sizeBytes: 3, sha256: 'made' });
  return evidence;
}

/** Removes the intent of the success, and records `then` as the first state after the failover. */
function forgetTheIntent({ history }: Mutable<Evidence>, then: string): void {
  const intent = history.find(
    ({ execution_id, new_status }) => execution_id === 'exe_1' && new_status === 'dispatching',
  )!;
  Object.assign(intent, { at: AFTER, new_status: then, claim_token: 'claim-exe_1' });
}

test('an execution that was accepted and sent within the lost time may be gone, and a read of it says so', () => {
  const evidence = afterTheFailover();
  expect(broken(evidence)).toEqual([]);
  forgetTheIntent(evidence, 'unknown');
  expect(broken(evidence)).toEqual([]);
  evidence.run.forgotten = null;
  expect(broken(evidence)).toEqual(['I4', 'I5', 'I7']);
});

test('only the worker that held the execution before and after the failover may record the outcome of a forgotten call', () => {
  const found = (then: string, writer: string): readonly string[] => {
    const evidence = afterTheFailover();
    const claimedAt = BEFORE;
    for (const change of evidence.history)
      if (change.kind === 'execution' && change.new_status === 'running') change.at = claimedAt;
    forgetTheIntent(evidence, then);
    evidence.history.find(({ at, kind }) => kind === 'step' && at === AFTER)!.claim_token = writer;
    return PROMISES['I4']!.check(evidence);
  };
  expect(found('succeeded', 'claim-exe_1')).toEqual([]);
  expect(found('failed', 'claim-exe_1')).toEqual([]);
  expect(found('succeeded', 'claim-of-another')).toHaveLength(1);
  expect(found('dispatching', 'claim-exe_1')).toHaveLength(1);
});

test('an execution that no response named is dated by its id', () => {
  const evidence = afterTheFailover();
  evidence.client.splice(-6);
  expect(broken(evidence)).toEqual([]);
  evidence.run.forgotten = { from: AFTER, until: AFTER };
  expect(broken(evidence)).toContain('I4');
});

test('a response that waited is dated by its request and not by its arrival', () => {
  const told = (asked: object, at = AFTER): string[] => {
    const evidence = afterTheFailover();
    const { client } = evidence;
    client.splice(
      client.findIndex(({ request }) => request === 21),
      2,
    );
    Object.assign(
      client.find(({ request }) => request === 20)!,
      asked,
    );
    said(evidence, 20).at = at;
    return broken(evidence);
  };
  expect(told({ waitSeconds: 3 })).toEqual([]);
  expect(told({})).toContain('I5');
  expect(told({ waitSeconds: 3, at: AFTER })).toContain('I5');
  expect(told({ waitSeconds: 3, at: BEFORE }, BEFORE)).toContain('I5');
});

test('a state that a waiting response reports after the failover may be revoked', () => {
  const taken = (asked: object): string[] => {
    const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
    evidence.run.forgotten = { from: FROM, until: UNTIL };
    const read = { act: 'read', projectId: 'proj_1', executionId: 'exe_3', lineage: 0 };
    const seen = { status: 200, id: 'exe_3', chargedMicros: null };
    const first = { at: WITHIN, ...read, request: 50, ...asked };
    evidence.client.push(first, { at: AFTER, replyTo: 50, ...seen, executionStatus: 'needs_review' });
    evidence.client.push({ at: AFTER, ...read, request: 51 });
    evidence.client.push({ at: AFTER, replyTo: 51, ...seen, executionStatus: 'queued' });
    return broken(evidence);
  };
  expect(taken({ waitSeconds: 3 })).toEqual([]);
  expect(taken({})).toEqual(['I9']);
  expect(taken({ waitSeconds: 3, at: AFTER })).toEqual(['I9']);
});

test('an end that was told within the lost time may be reached again later, at the same terms', () => {
  const told = (change: object, at = WITHIN): string[] => {
    const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
    evidence.run.forgotten = { from: FROM, until: UNTIL };
    const { client, executions } = evidence;
    const data = { ...shownData(executions[0]!), finishedAt: at, ...change };
    client.unshift(
      { at, act: 'read', projectId: 'proj_1', executionId: 'exe_1', lineage: 0, request: 60 },
      { at, replyTo: 60, status: 200, id: 'exe_1', executionStatus: 'succeeded', data },
    );
    return ['I8', 'I12'].filter((name) => PROMISES[name]!.check(evidence).length > 0);
  };
  expect(told({})).toEqual([]);
  expect(told({ maximumChargeMicros: 1 })).toEqual(['I12']);
  expect(told({}, BEFORE)).toEqual(['I8', 'I12']);
});

const said = ({ client }: Mutable<Evidence>, request: number) => client.find(({ replyTo }) => replyTo === request)!;

const CHANGES: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I5', 'one that was accepted before', (evidence) => (said(evidence, 20).at = BEFORE)],
  [
    'I5',
    'one that is reported after it is gone',
    (evidence) => Object.assign(said(evidence, 22), { status: 200, id: GONE }),
  ],
  ['I5', 'a read of another one that finds nothing', (evidence) => (said(evidence, 5).status = 404)],
  ['I4', 'a second paid effect', ({ costs }) => costs.push({ ...costs[0]! })],
  ['I4', 'a forgotten call that was sent first', (evidence) => forgetTheIntent(evidence, 'dispatching')],
  [
    'I4',
    'a forgotten call that is ended without a look-up',
    ({ history }) =>
      history.splice(
        history.findIndex(({ execution_id, new_status }) => execution_id === 'exe_1' && new_status === 'dispatching'),
        1,
      ),
  ],
  ['I4', 'an effect before all that', ({ costs }) => Object.assign(costs[2]!, { at: BEFORE, token: 'exe_9.0' })],
  ['I1', 'an account that does not balance', ({ accounts }) => (accounts[0]!.available_micros += 1)],
  ['I2', 'a hold that is lost', ({ transfers }) => transfers.splice(7, 1)],
  ['I3', 'a charge beyond the cost', ({ costs }) => (costs[1]!.costMicros = 49)],
  ['I9', 'an outcome from before that is taken back', ({ client }) => (client[9]!.executionStatus = 'running')],
];

test.each(CHANGES)('%s is broken by %s even after a failover', (promise, _, change) => {
  const evidence = afterTheFailover();
  change(evidence);
  expect(broken(evidence)).toContain(promise);
});

test('an outcome may be lost only together with its record, and only if its provider cannot look it up', () => {
  const missed = (change: Change): readonly string[] => {
    const evidence = afterTheFailover();
    Object.assign(evidence.run, { part: 'failover asynchronous' });
    evidence.steps[0]!.status = 'unknown';
    change(evidence);
    return PROMISES['I11']!.check(evidence);
  };
  expect(missed(() => {})).toEqual([]);
  expect(missed(({ costs }) => (costs[0]!.provider = 'predictions'))).toHaveLength(1);
  expect(missed(({ costs }) => (costs[0]!.at = AFTER))).toHaveLength(1);
  expect(missed(({ costs }) => (costs[0]!.at = '2026-11-21T07:59:59.000Z'))).toHaveLength(1);
});
