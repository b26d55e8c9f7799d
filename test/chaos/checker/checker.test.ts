import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Evidence } from './evidence.ts';
import { PROMISES } from './invariants/index.ts';
import { clipFilm, convertSpeech } from './free-steps.ts';
import type { Change, Mutable } from './mutable.ts';
import { BREACHES } from './seeded-breaches.ts';
import { ACCEPTANCE_BREACHES } from './seeded-acceptance-breaches.ts';
import { AGENT_BREACHES, buyByAnAgent } from './seeded-agent-breaches.ts';
import { BATCH_BREACHES, makeABatch } from './seeded-batch-breaches.ts';
import { BATCH_TERMS } from './seeded-batch-terms.ts';
import { CAP_BREACHES } from './seeded-cap-breaches.ts';
import { PRICE_BREACHES, publish } from './seeded-price-breaches.ts';
import { SALE_BREACHES } from './seeded-sale-breaches.ts';
import { buyATemplate, buyATemplateByAnAgent, TEMPLATE_BREACHES } from './seeded-template-breaches.ts';
import { TOLD_BREACHES } from './seeded-told-breaches.ts';
import { UPLOAD_BREACHES, uploadInParts, useAnAddress } from './seeded-upload-breaches.ts';
import { soundEvidence } from './sound-evidence.ts';

const broken = (evidence: Evidence): string[] =>
  Object.entries(PROMISES).flatMap(([name, { check }]) => (check(evidence).length > 0 ? [name] : []));

test('a run that kept every promise has no breach', () => {
  const found = Object.values(PROMISES).flatMap(({ check }) => check(soundEvidence()));
  expect(found).toEqual([]);
});

test('an upload address that stored one of two files, and said so to both clients, is no breach', () => {
  const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
  useAnAddress(evidence);
  uploadInParts(evidence);
  expect(broken(evidence)).toEqual([]);
});

test('a batch that was accepted whole and requested twice is no breach', () => {
  const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
  makeABatch(evidence);
  expect(broken(evidence)).toEqual([]);
});

test('a quote that an agent executed three times and paid once is no breach', () => {
  const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
  buyByAnAgent(evidence);
  expect(broken(evidence)).toEqual([]);
});

test.for([
  ['a template that was bought', buyATemplate],
  ['a template that an agent bought', buyATemplateByAnAgent],
  ['prices that were published after the last sale', (evidence) => publish(evidence, '2026-11-21T08:00:04.000Z')],
] as const satisfies readonly (readonly [string, (evidence: Mutable<Evidence>) => void])[])(
  '%s is no breach',
  ([, change]) => {
    const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
    change(evidence);
    expect(broken(evidence)).toEqual([]);
  },
);

test('content that was deleted completely is a breach only because nobody asked for it', () => {
  const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
  const { executions, steps, files, objects } = evidence;
  const [execution] = executions;
  const at = execution!.finished_at!;
  execution!.plan = execution!.plan.map(
    ({ parameters: _, ...kept }) => kept as Evidence['executions'][number]['plan'][number],
  );
  Object.assign(execution!, { content_deleted_at: at });
  for (const step of steps.filter((each) => each.execution_id === execution!.id)) step.result = null;
  for (const file of files.filter((each) => each.execution_id === execution!.id)) {
    objects.splice(
      objects.findIndex(({ key }) => key === file.object_key),
      1,
    );
    Object.assign(file, { deleted_at: at, expires_at: at });
    evidence.storage[0]!.stored_bytes -= file.size_bytes;
  }
  expect(Object.values(PROMISES).flatMap(({ check }) => check(evidence))).toEqual([
    expect.stringMatching(/^file_1 was deleted at .*, and nobody asked for it$/),
    expect.stringContaining('file_1 of'),
    'the content of exe_1 was deleted, and nobody asked for it',
  ]);
});

const NOT_TOLD = { behaviour: { name: 'cost-nan' }, costMicros: 51 };

const CHANGES: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I1', 'an account that does not balance', ({ accounts }) => (accounts[0]!.available_micros += 1)],
  [
    'I1',
    'a balance below zero',
    ({ accounts }) => Object.assign(accounts[0]!, { available_micros: -1, funded_micros: 749 }),
  ],
  ['I1', 'a transfer that can be changed', ({ probes }) => (probes[0]!.refused = false)],
  [
    'I1',
    'more held than was there',
    ({ transfers }) => transfers.splice(1, 0, { ...transfers[1]!, amount_micros: 5000 }),
  ],
  ['I2', 'a second settlement', ({ transfers }) => transfers.push({ ...transfers[3]!, id: 9 })],
  ['I2', 'a hold that was never taken', ({ transfers }) => transfers.splice(7, 1)],
  ['I2', 'a rest that was kept', ({ transfers }) => transfers.splice(4, 1)],
  ['I2', 'a transfer of no execution', ({ transfers }) => (transfers[7]!.execution_id = 'exe_9')],
  ['I3', 'a charge above the hold', ({ executions }) => (executions[0]!.charged_micros = 401)],
  [
    'I3',
    'a success below its minimum',
    ({ executions }) => Object.assign(executions[0]!, { charged_micros: 99, billing: [{ amountMicros: 99 }] }),
  ],
  ['I3', 'a failure charged more than it cost', ({ costs }) => (costs[1]!.costMicros = 49)],
  ['I3', 'a failure charged less than it cost', ({ costs }) => (costs[1]!.costMicros = 51)],
  [
    'I3',
    'a cost that was waived because the provider did not report it',
    ({ costs }) => Object.assign(costs[1]!, NOT_TOLD),
  ],
  ['I3', 'a bill that is not the charge', ({ executions }) => (executions[0]!.billing![0]!.amountMicros = 299)],
  ['I4', 'two paid effects of a step', ({ costs }) => costs.push({ ...costs[0]! })],
  ['I4', 'a paid effect of no step', ({ costs }) => (costs[0]!.token = 'exe_1.1')],
  ['I4', 'a paid effect without a token', ({ costs }) => (costs[0]!.token = null)],
  ['I4', 'a success without a paid effect', ({ costs }) => costs.splice(0, 1)],
  ['I5', 'an accepted id that does not exist', ({ client }) => (client[7]!.id = 'exe_9')],
  ['I5', 'two executions of a key', ({ executions }) => (executions[1]!.idempotency_key = 'key-exe_1')],
  ['I5', 'a replay of another one', ({ client }) => (client[3]!.id = 'exe_2')],
  ['I5', 'a misused key that was served', ({ client }) => (client[2]!.act = 'mismatch')],
  ['I5', 'a defect of the system as a response', ({ client }) => (client[9]!.status = 500)],
  ['I5', 'a refusal that was an acceptance', ({ client }) => Object.assign(client[7]!, { status: 429, id: undefined })],
  ['I5', 'an execution that no client requested', ({ client }) => client.splice(6, 2)],
  ['I5', 'a list with a gap', ({ replies }) => replies.listed[0]!.ids.splice(1, 1)],
  ['I6', 'one that is still running', ({ executions }) => (executions[2]!.status = 'running')],
  ['I6', 'one that ended too late', ({ executions }) => (executions[0]!.finished_at = '2026-11-21T08:01:01.000Z')],
  ['I6', 'a review of nothing unknown', ({ steps }) => (steps[2]!.status = 'succeeded')],
  ['I7', 'a file without its object', ({ objects }) => objects.splice(0, 1)],
  ['I7', 'other bytes', ({ objects }) => (objects[0]!.sha256 = 'abd')],
  [
    'I7',
    'an object that no worker can have left behind',
    ({ objects }) => (objects[1]!.key = 'projects/proj_2/executions/exe_2/0-0-left'),
  ],
  [
    'I7',
    'a probe of the store where no worker dies',
    ({ objects }) => objects.push({ ...objects[0]!, key: 'projects/probe-1' }),
  ],
  ['I7', 'a download of other bytes', ({ replies }) => (replies.downloads[0]!.sha256 = 'abd')],
  ['I7', 'an artifact of a step that failed', ({ steps }) => (steps[0]!.status = 'failed')],
  ['I8', 'a usage that drifts', ({ usage }) => (usage[0]!.charged_micros += 1)],
  ['I8', 'a request that is not counted', ({ usage }) => (usage[0]!.settled_requests = 1)],
  ['I8', 'more held than the cap', ({ accounts }) => (accounts[0]!.monthly_cap_micros = 700)],
  ['I8', 'a usage that the API tells differently', ({ replies }) => (replies.usage[0]!.data['heldMicros'] = 0)],
  ['I9', 'a way that is not in the table', ({ history }) => history.splice(1, 1)],
  ['I9', 'a change after the end', ({ history }) => history.splice(3, 0, { ...history[2]!, old_status: 'succeeded' })],
  ['I9', 'an epoch that falls', ({ history }) => (history[2]!.new_epoch = 0)],
  ['I9', 'a stale worker that writes', ({ history }) => (history.at(-1)!.execution_claim = 'another')],
  [
    'I9',
    'a token that is drawn again',
    ({ history }) => {
      const again = { ...history[1]!, old_status: 'running' };
      history.splice(2, 0, { ...again, claim_token: 'between' }, again);
    },
  ],
  ['I9', 'a step whose outcome changes', ({ history }) => (history.at(-1)!.old_status = 'failed')],
  ['I9', 'a client that sees the past', ({ client }) => (client[9]!.executionStatus = 'running')],
  ['I9', 'a charge that changes', ({ client }) => (client[9]!.chargedMicros = 299)],
  ['I9', 'a success without its step', ({ steps }) => steps.splice(0, 1)],
  ['I10', 'a key in a log', ({ leaks }) => leaks.push('an API key in gateway-1.log:1')],
  [
    'I10',
    'another project that gets a more detailed response',
    ({ replies }) => (replies.foreign[0]!.theirs = '403 {}'),
  ],
  ['I10', "another project's execution in a list", ({ executions }) => (executions[0]!.project_id = 'proj_2')],
];

test.each(CHANGES)('%s is broken by %s', (promise, _, change) => {
  const evidence = structuredClone(soundEvidence());
  change(evidence as Mutable<Evidence>);
  expect(broken(evidence)).toContain(promise);
});

test.each([
  ...BREACHES,
  ...ACCEPTANCE_BREACHES,
  ...CAP_BREACHES,
  ...UPLOAD_BREACHES,
  ...BATCH_BREACHES,
  ...AGENT_BREACHES,
  ...TOLD_BREACHES,
  ...PRICE_BREACHES,
  ...BATCH_TERMS,
  ...SALE_BREACHES,
  ...TEMPLATE_BREACHES,
])('%s alone is broken by %s, with everything else in order', (promise, _, change) => {
  const evidence = structuredClone(soundEvidence());
  change(evidence as Mutable<Evidence>);
  expect(broken(evidence)).toEqual([promise]);
});

test.for([
  ['speech converted', convertSpeech],
  ['a film clipped', clipFilm],
] as const)('a run with a step more, on our own machines, is found sound: %s', ([, prepare]) => {
  const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
  prepare(evidence);
  expect(broken(evidence)).toEqual([]);
});

test('each lost paid outcome is reported when the part has no excuse for it', () => {
  const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
  const missed = (): readonly string[] => PROMISES['I11']!.check(evidence);
  evidence.run.part = 'outage database';
  expect(missed()).toEqual([]);
  evidence.steps[0]!.status = 'unknown';
  expect(missed()).toEqual([expect.stringContaining('exe_1.0')]);
  evidence.steps[0]!.status = 'failed';
  Object.assign(evidence.costs[0]!, { wasCancelled: true });
  expect(missed()).toEqual([expect.stringContaining('exe_1.0')]);
  evidence.client.push({ at: '', request: 9, act: 'cancel', projectId: 'proj_1', executionId: 'exe_1', lineage: 0 });
  expect(missed()).toEqual([]);
  evidence.client.pop();
  evidence.run.part = 'mix';
  expect(missed()).toEqual([]);
});

test('an execution that was given up after too many attempts is reported when nothing crashes in the part', () => {
  const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
  const givenUp = (): readonly string[] => PROMISES['I6']!.check(evidence);
  evidence.run.part = 'outage store';
  expect(givenUp()).toEqual([]);
  evidence.executions[1]!.status_reason = 'attempts_exhausted';
  expect(givenUp()).toEqual([expect.stringContaining('exe_2 was given up')]);
  evidence.run.part = 'mix';
  expect(givenUp()).toEqual([]);
});

test('the checker imports nothing from the system or from the rest of the suite', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'));
  const imports = files.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/from '([^']+)'/g)].map(
      ([, from]) => `${file} ${from}`,
    ),
  );
  const foreign = imports.filter(
    (line) => !/ (node:|pg$|minio$|\.\/|\.\.\/)/.test(line) || / \.\.\/\.\.\/\.\./.test(line),
  );
  expect(foreign).toEqual([]);
  expect(imports.length).toBeGreaterThan(20);
});
