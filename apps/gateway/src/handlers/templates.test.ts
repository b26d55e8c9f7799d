/** Templates over HTTP: saved, quoted, executed and listed like a tool, and executed only as quoted. */
import { randomUUID } from 'node:crypto';
import type { Catalog, Execution, ExecutionList, Quote, Template } from '@farebox/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';

let gateway: TestGateway;
beforeAll(async () => void (gateway = await startTestGateway()));
afterAll(async () => await gateway[Symbol.asyncDispose]());

const PHOTO = { fileId: 'file_sample_photo' };
const resize = (width: unknown) => ({ tool: 'image-resize', arguments: { source: { $parameter: 'photo' }, width } });
const parameters = { photo: { type: 'file' }, width: { type: 'integer', minimum: 16, maximum: 1024, default: 320 } };
const thumbs = { name: 'thumbs', parameters, steps: [resize({ $parameter: 'width' })] };
const twice = {
  ...thumbs,
  steps: [...thumbs.steps, { tool: 'image-convert', arguments: { source: { step: 0, artifact: 0 }, model: 'webp' } }],
};

/** Creates a project with a key, and functions that send its requests. */
async function newClient() {
  const project = await gateway.newProject();
  const { token: key } = await project.newKey();
  const post = <T>(path: string, json: object, headers = {}) => gateway.call<T>(`POST ${path}`, { key, json, headers });
  const get = <T>(path: string) => gateway.call<T>(`GET ${path}`, { key });
  const quote = async (tool: string, args: object = { photo: PHOTO }) =>
    (await post<Quote>('/tools/quote', { tool, arguments: args })).data;
  const paidFor = async (tool: string, args: object = { photo: PHOTO }) => {
    const { priceVersion, maximumChargeMicros } = await quote(tool, args);
    return { tool, arguments: args, priceVersion, maximumChargeMicros };
  };
  const execute = (paid: { tool: string }, idempotencyKey: string = randomUUID()) =>
    post<Execution>(`/tools/${paid.tool}`, paid, { 'Idempotency-Key': idempotencyKey });
  return {
    project,
    post,
    get,
    quote,
    paidFor,
    execute,
    save: (json: object) => post<Template>('/tools/templates', json),
  };
}

test('a template is quoted, executed and listed like a tool, at the price of its steps', async () => {
  const { save, get, quote, paidFor, execute, post } = await newClient();
  expect((await save(twice)).data).toMatchObject({ tool: '@thumbs', version: 1, activeVersion: 1, steps: twice.steps });
  const steps = [{ ...resize(640), arguments: { source: PHOTO, width: 640 } }, twice.steps[1]];
  const asPipeline = await post<Quote>('/tools/quote', { tool: 'pipeline', arguments: { steps } });
  const args = { photo: PHOTO, width: 640 };
  const quoted = await quote('@thumbs', args);
  expect(quoted).toEqual({
    ...asPipeline.data,
    tool: '@thumbs',
    model: '1',
    priceVersion: `${asPipeline.data.priceVersion}.1`,
  });
  const { data: execution } = await execute(await paidFor('@thumbs', args));
  expect(execution).toMatchObject({
    tool: '@thumbs',
    model: '1',
    priceVersion: asPipeline.data.priceVersion,
    maximumChargeMicros: quoted.maximumChargeMicros,
  });
  expect(execution.steps).toHaveLength(2);
  expect((await get<Execution>(`/tools/executions/${execution.id}`)).data).toEqual(execution);
  const other = await execute(await paidFor('pipeline', { steps }));
  const listed = await get<ExecutionList>('/tools/executions?tool=@thumbs');
  expect(listed.data.executions.map(({ id }) => id)).toEqual([execution.id]);
  expect(other.status).toBe(202);
  const shown = (await get<Catalog>('/tools')).data.tools.find(({ name }) => name === '@thumbs');
  expect(shown).toMatchObject({
    available: true,
    example: { photo: PHOTO, width: 320 },
    price: { minimumChargeMicros: quoted.minimumChargeMicros },
  });
});

test('a quote of one version is refused after another version was activated, as after a change of prices', async () => {
  const { save, post, paidFor, execute } = await newClient();
  await save(twice);
  const first = await paidFor('@thumbs');
  await save(thumbs);
  const refused = await execute(first);
  expect([refused.status, refused.error.message]).toEqual([400, 'price_version_mismatch']);
  expect((await execute({ ...first, tool: '@thumbs:1' })).data).toMatchObject({ tool: '@thumbs', model: '1' });
  expect((await execute(await paidFor('@thumbs'))).data).toMatchObject({ tool: '@thumbs', model: '2' });
  await post('/tools/templates/thumbs/activate', { version: 1 });
  expect((await execute(first)).data).toMatchObject({ tool: '@thumbs', model: '1' });
});

test('a replay returns the same execution, whatever has happened to the template', async () => {
  const { save, post, paidFor, execute } = await newClient();
  await save(thumbs);
  const [paid, key] = [await paidFor('@thumbs'), randomUUID()];
  const { data: execution } = await execute(paid, key);
  await save(twice);
  const again = await execute(paid, key);
  expect([again.headers.get('idempotent-replayed'), again.data.id]).toEqual(['true', execution.id]);
  await post('/tools/templates/thumbs/archive', {});
  expect((await execute(paid, key)).data.id).toBe(execution.id);
  expect((await execute(paid)).error.message).toBe('tool_not_found');
  expect((await execute({ ...paid, tool: '@thumbs:1' }, key)).error.message).toBe('idempotency_key_conflict');
});

test('an error in the arguments of a template names the parameter', async () => {
  const { save, post } = await newClient();
  await save(thumbs);
  const fieldsOf = async (args: object) => (await post('/tools/quote', { tool: '@thumbs', arguments: args })).error;
  expect(await fieldsOf({ photo: PHOTO, width: 1025 })).toMatchObject({
    message: 'invalid_arguments',
    details: { fields: { '/arguments/width': 'must be <= 1024' } },
  });
  expect(await fieldsOf({ photo: { fileId: 'file_sample_music' } })).toMatchObject({
    message: 'file_not_usable',
    details: { fields: { '/arguments/photo/fileId': expect.stringContaining('audio') as string } },
  });
});

test('a template that could never be quoted cannot be saved', async () => {
  const { save, get } = await newClient();
  const refused = await save({
    ...thumbs,
    parameters: { ...parameters, width: { type: 'integer', minimum: 0, maximum: 9000 } },
  });
  expect(refused.error).toMatchObject({
    message: 'invalid_request',
    details: {
      fields: {
        '/steps/0/arguments/width': 'must be >= 1',
      },
    },
  });
  expect((await get('/tools/templates/thumbs')).error.message).toBe('template_not_found');
});

test('a template of another project is not found, like a missing one', async () => {
  const [own, other] = [await newClient(), await newClient()];
  await own.save(thumbs);
  const ask = (tool: string) => other.post('/tools/quote', { tool, arguments: { photo: PHOTO } });
  const [hidden, absent] = [await ask('@thumbs'), await ask('@absent')];
  expect([hidden.status, hidden.error.message]).toEqual([404, 'tool_not_found']);
  expect(hidden.text).toBe(absent.text);
  const paid = await own.paidFor('@thumbs');
  expect((await other.execute(paid)).error.message).toBe('tool_not_found');
  expect((await other.get<Catalog>('/tools')).data.tools.filter(({ name }) => name.startsWith('@'))).toEqual([]);
  expect((await other.get<{ templates: unknown[] }>('/tools/templates')).data).toEqual({ templates: [] });
});

test.for(['@', '@thumbs:0', '@thumbs:2', '@thumbs:1:1', '@Thumbs', '@thumbs:99999999999999999999', '@thumbs/1'])(
  '%s is not found',
  async (tool) => {
    const { save, post } = await newClient();
    await save(thumbs);
    expect((await post('/tools/quote', { tool, arguments: { photo: PHOTO } })).error.message).toBe('tool_not_found');
  },
);

test('an older key without the scope for templates cannot save one', async () => {
  const { project } = await newClient();
  const { token: key } = await project.newKey({
    role: 'ADMIN',
    scopes: ['project:read', 'usage:read', 'tools:read', 'tools:execute', 'executions:read'],
  });
  const refused = await gateway.call('POST /tools/templates', { key, json: thumbs });
  expect(refused.error.message).toBe('platform_api_key_scope_required');
});

test('a template has at most 100 versions', async () => {
  const { save } = await newClient();
  const version = (width: number) =>
    save({ ...thumbs, parameters: { photo: { type: 'file' } }, steps: [resize(width)] });
  for (let width = 1; width <= 100; width++) expect((await version(width)).status).toBe(200);
  const { message, details } = (await version(101)).error;
  expect([message, details]).toEqual(['template_limit_reached', { namesMax: 100, versionsMax: 100 }]);
  expect((await version(100)).data.version).toBe(100);
});
