/** Templates: pipelines that a project keeps under a name, quoted, executed and listed like tools. */
// Modes: embedded.
import { beforeAll, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { accepted, execute, newIdempotencyKey, quote, quoted, settled } from './client/executions.ts';
import { uploadedPng } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import type { Catalog, ExecutionList } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
const $ = (name: string) => ({ $parameter: name });

interface Template {
  readonly name: string;
  readonly tool: string;
  readonly version: number;
  readonly activeVersion: number | null;
  readonly latestVersion: number;
  readonly archivedAt: string | null;
}

const parameters = {
  photo: { type: 'file' },
  width: { type: 'integer', minimum: 16, maximum: 300, default: 100 },
  format: { type: 'string', enum: ['webp', 'png'], default: 'webp' },
};
const resize = { tool: 'image-resize', arguments: { source: $('photo'), width: $('width') } };
const analyze = { tool: 'image-analyze', arguments: { source: { step: 0, artifact: 0 } } };
const convert = { tool: 'image-convert', arguments: { source: { step: 0, artifact: 0 }, model: $('format') } };
const save = (name: string, ...steps: object[]) =>
  client.post<Template>('/tools/templates', { name, parameters, steps: [resize, convert, ...steps] });

let photo: { readonly fileId: string };
beforeAll(async () => {
  photo = { fileId: (await uploadedPng(client, { width: 400, height: 300 })).id };
});

// issue 10.5: "A pipeline can be saved in the project under a name and version (`POST /tools/templates`), with typed parameters; it is quoted, executed and listed like a tool"
test('a saved pipeline is quoted, executed and listed like a tool, and costs the sum of its steps', async () => {
  expect((await save('thumbs')).data).toMatchObject({
    tool: '@thumbs',
    version: 1,
    activeVersion: 1,
    latestVersion: 1,
  });
  const offered = (await client.get<Catalog>('/tools')).data.tools.find(({ name }) => name === '@thumbs');
  expect(offered).toMatchObject({ category: 'pipeline', available: true, example: { width: 100, format: 'webp' } });
  const args = { photo, width: 120, format: 'png' };
  const whole = await quote(client, '@thumbs', args);
  const steps = [
    { ...resize, arguments: { source: photo, width: 120 } },
    { ...convert, arguments: { ...convert.arguments, model: 'png' } },
  ];
  const { priceVersion, ...same } = await quote(client, 'pipeline', { steps });
  expect(whole).toEqual({ ...same, tool: '@thumbs', model: '1', priceVersion: `${priceVersion}.1` });
  const end = await settled(keys, (await accepted(client, '@thumbs', args)).id);
  expect(end).toMatchObject({ tool: '@thumbs', model: '1', status: 'succeeded', priceVersion });
  expect(end.output.artifacts).toMatchObject([{ width: 120 }, { mimeType: 'image/png', width: 120, height: 90 }]);
  expect(end.billing.reduce((sum, { amountMicros }) => sum + amountMicros, 0)).toBe(end.chargedMicros);
  expect(end.chargedMicros).toBeLessThanOrEqual(whole.maximumChargeMicros);
  const listed = await client.get<ExecutionList>('/tools/executions?tool=@thumbs');
  expect(listed.data.executions.map(({ id }) => id)).toEqual([end.id]);
});

// issue 10.5: "so that a product team changes the recipe without a deploy of their app."
test('the same request runs the new version once it is active, and a quote of the old version cannot be executed', async () => {
  await save('recipe');
  const [old, key] = [await quoted(client, '@recipe', { photo }), newIdempotencyKey()];
  const first = await execute(client, old, key);
  expect((await save('recipe', analyze)).data).toMatchObject({ version: 2, activeVersion: 2 });
  expect((await execute(client, old)).outcome).toBe('400 price_version_mismatch');
  expect((await execute(client, old, key)).data.id).toBe(first.data.id);
  const now = await accepted(client, '@recipe', { photo });
  expect([now.model, now.steps.length]).toEqual(['2', 3]);
  await client.post('/tools/templates/recipe/activate', { version: 1 });
  expect((await accepted(client, '@recipe', { photo })).steps).toHaveLength(2);
  expect((await accepted(client, '@recipe:2', { photo })).model).toBe('2');
});

// issue 10.5: "with typed parameters"
test('arguments are checked against the parameters, and errors of steps name the parameter', async () => {
  await save('checked');
  const problems = async (args: object) =>
    (await client.post('/tools/quote', { tool: '@checked', arguments: args })).error;
  expect(await problems({ photo, width: 301, format: 'gif' })).toMatchObject({
    message: 'invalid_arguments',
    details: { fields: { '/arguments/width': 'must be <= 300', '/arguments/format': 'must be one of webp, png' } },
  });
  expect(await problems({ photo: { fileId: 'file_0' } })).toMatchObject({
    message: 'file_not_usable',
    details: { fields: { '/arguments/photo/fileId': 'is not a retrievable file of this project' } },
  });
});

// issue 10.5: "with typed parameters"
test('a pipeline that its parameters could make invalid is not saved', async () => {
  const width = { ...parameters.width, maximum: 10_000 };
  const reply = await client.post('/tools/templates', {
    name: 'broken',
    parameters: { ...parameters, width },
    steps: [resize, convert],
  });
  expect(reply.outcome).toBe('400 invalid_request');
  expect(reply.error.details).toEqual({
    fields: { '/steps/0/arguments/width': 'must be <= 8192; width may be 10000' },
  });
});

// issue 10.5: "A pipeline can be saved in the project under a name and version"
test('an archived template is no tool any more, and each version stays readable', async () => {
  await save('private');
  expect((await client.post<Template>('/tools/templates/private/archive')).data.archivedAt).not.toBe(null);
  expect((await client.post('/tools/quote', { tool: '@private', arguments: { photo } })).outcome).toBe(
    '404 tool_not_found',
  );
  expect((await client.get<Catalog>('/tools')).data.tools.map(({ name }) => name)).not.toContain('@private');
  expect((await client.get<Template>('/tools/templates/private/1')).data.version).toBe(1);
});
