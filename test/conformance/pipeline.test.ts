/** Pipelines: several tools as one execution, validated and priced as a whole. */
// Modes: embedded, services (queue, store).
import { beforeAll, describe, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { accepted, completed, quote, settled, withoutRehearsal } from './client/executions.ts';
import { uploadedPng, withFile } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import type { Catalog, Download, Tool } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
const made = (step: number, artifact = 0) => ({ step, artifact });
let fileId: string;
let tools: readonly Tool[];

beforeAll(async () => {
  fileId = (await uploadedPng(client, { width: 400, height: 300 })).id;
  ({ tools } = (await client.get<Catalog>('/tools')).data);
});

const resize = (width: number) => ({ tool: 'image-resize', arguments: { source: { fileId }, width } });
const analyze = (source: object) => ({ tool: 'image-analyze', arguments: { source } });
const chain = () => [
  resize(120),
  { tool: 'image-convert', arguments: { source: made(0), model: 'webp' } },
  analyze(made(1)),
];
const failure = async (steps: unknown) => {
  const reply = await client.post('/tools/quote', { tool: 'pipeline', arguments: { steps } });
  return { outcome: reply.outcome, fields: Object.keys((reply.error.details?.['fields'] as object) ?? {}) };
};

// issue 3.1: "A pipeline tool lets a client chain other tools"
test('the catalog offers the pipeline with an example that runs', async () => {
  const { available, example } = tools.find(({ name }) => name === 'pipeline') as Tool;
  expect(available).toBe(true);
  const end = await completed(keys, 'pipeline', withFile(example, fileId));
  expect(end.status).toBe('succeeded');
});

// issue 3.1: "each step names a tool and arguments, and refers to earlier outputs ({"step": 0, "artifact": 0} where a fileId would stand)"
// contract 4: "output: {artifacts: [File], result?}"
test('each step uses the output of an earlier one, and every artifact can be downloaded', async () => {
  const end = await completed(keys, 'pipeline', { steps: chain() });
  expect(end.steps.map(({ index, name, status }) => [index, name, status])).toEqual([
    [0, 'resize', 'succeeded'],
    [1, 'convert', 'succeeded'],
    [2, 'analyze', 'succeeded'],
  ]);
  expect(end.output.artifacts).toMatchObject([
    { mimeType: 'image/png', width: 120, height: 90 },
    { mimeType: 'image/webp', width: 120, height: 90 },
  ]);
  expect(end.output.result).toMatchObject({ width: 120, height: 90, format: 'webp' });
  for (const artifact of end.output.artifacts) {
    const { data } = await client.get<Download>(`/tools/executions/${end.id}/artifacts/${artifact.id}/download`);
    expect((await (await fetch(data.url)).arrayBuffer()).byteLength).toBe(artifact.sizeBytes);
  }
});

// issue 3.1: "validated and priced as a whole at quote time"
test('its quote has a line for each step and the sum of the minimum charges, and the hold equals it', async () => {
  const whole = await quote(client, 'pipeline', { steps: chain() });
  const alone = [
    await quote(client, 'image-resize', resize(120).arguments),
    await quote(client, 'image-convert', { source: { fileId }, model: 'webp' }),
    await quote(client, 'image-analyze', { source: { fileId } }),
  ];
  expect(whole).toMatchObject({ tool: 'pipeline', model: null, blockers: [] });
  expect(whole.breakdown.slice(0, 3).map(({ description }) => description)).toEqual(
    alone.map(({ breakdown }) => breakdown[0]?.description),
  );
  expect(whole.minimumChargeMicros).toBe(alone.reduce((sum, each) => sum + each.minimumChargeMicros, 0));
  const execution = await accepted(client, 'pipeline', { steps: chain() });
  expect(execution.maximumChargeMicros).toBe(whole.maximumChargeMicros);
  const end = await settled(keys, execution.id);
  expect(end.chargedMicros).toBeGreaterThanOrEqual(whole.minimumChargeMicros);
  expect(end.chargedMicros).toBeLessThanOrEqual(whole.maximumChargeMicros);
});

// contract 4: "One line of unit: "minimum" lifts a bill to its minimum"
// issue 11.22: "a pipeline's lift to the minimum lands on its last step instead of a line of its own"
test('the amount that raises it to the minimum is a line of its own, without a step', async () => {
  const end = await completed(keys, 'pipeline', { steps: chain() });
  const lifts = end.billing.filter(({ unit }) => unit === 'minimum');
  expect(lifts).toEqual([expect.objectContaining({ step: null, unit: 'minimum' })]);
  const measured = end.steps.map(({ chargedMicros }) => chargedMicros ?? 0).reduce((sum, each) => sum + each, 0);
  expect(measured + (lifts[0]?.amountMicros ?? 0)).toBe(end.chargedMicros);
});

// issue 3.1: "validated and priced as a whole at quote time"
// contract 2: "invalid_arguments … file_not_usable"
describe('a quote refuses', () => {
  const at = (n: number, rest: string) => `/arguments/steps/${n}/arguments${rest}`;
  const CASES: readonly (readonly [string, () => object[], string])[] = [
    ['an argument of a later step', () => [resize(9), resize(0)], at(1, '/width')],
    ['a tool that does not exist', () => [{ tool: 'nonsense', arguments: {} }], '/arguments/steps/0/tool'],
    [
      'a pipeline in a pipeline',
      () => [{ tool: 'pipeline', arguments: { steps: chain() } }],
      '/arguments/steps/0/tool',
    ],
    ['a reference to a later step', () => [resize(9), analyze(made(1))], at(1, '/source/step')],
    ['an artifact that no step makes', () => [resize(9), analyze(made(0, 1))], at(1, '/source')],
    ['no step at all', () => [], '/arguments/steps'],
  ];
  test.each(CASES)('%s, and names the field', async (_, steps, field) => {
    expect(await failure(steps())).toEqual({ outcome: '400 invalid_arguments', fields: [field] });
  });

  test('a file that does not exist, and names the field', async () => {
    const fields = [at(1, '/source/fileId')];
    expect(await failure([resize(9), analyze({ fileId: 'file_x' })])).toEqual({
      outcome: '400 file_not_usable',
      fields,
    });
  });
});

// issue 3.1: "An execution's plan is at most 20 steps" and "21 → 400 too_many_steps"
// spec 8: "Steps in one execution: at most 20"
test('20 steps are quoted; 21 are too many, whatever else is wrong with them', async () => {
  expect(
    (await quote(client, 'pipeline', { steps: Array.from({ length: 20 }, () => resize(9)) })).breakdown.length,
  ).toBeGreaterThanOrEqual(20);
  for (const step of [analyze({ fileId: 'file_x' }), { tool: 'nonsense', arguments: {} }, null]) {
    expect(await failure(Array.from({ length: 21 }, () => step))).toEqual({
      outcome: '400 too_many_steps',
      fields: [],
    });
  }
});

// issue 3.1: "Artifacts of finished steps stay readable when a later step fails."
test.skipIf(withoutRehearsal())('artifacts of finished steps stay readable when a later step fails', async () => {
  const steps = [resize(50), { tool: 'rehearsal', arguments: { outcome: 'fail' } }, resize(60)];
  const end = await completed(keys, 'pipeline', { steps });
  expect(end.status).toBe('failed');
  expect(end.chargedMicros).toBe(0);
  expect(end.steps.map(({ status }) => status)).toEqual(['succeeded', 'failed', 'skipped']);
  const [artifact] = end.output.artifacts;
  const { data } = await client.get<Download>(`/tools/executions/${end.id}/artifacts/${artifact?.id}/download`);
  expect((await fetch(data.url)).status).toBe(200);
});
