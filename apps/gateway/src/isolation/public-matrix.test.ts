/**
 * Every route of the API × every kind of key × what of another project it can name: complete by type, so a new route is in the matrix or does not
 * compile. What is hidden answers byte for byte like what does not exist.
 */
import { ROUTES, type Route, type RouteName, roleAllows, SCOPES } from '@tollgate/contract';
import { createProject, revokeKey, setExecutionEnabled } from '@tollgate/identity';
import { newId } from '@tollgate/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectOf, type Reply, type TestProject } from '../testing/gateway.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';
import { visible } from './requests.fixture.ts';

/** Four by four pixels, in base64. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEElEQVR4nGMwTpsJRwzEcQDrIxMhwmPP/AAAAABJRU5ErkJggg==';

let gateway: TestOperatorGateway;
let own: TestProject;
let theirs: Named;

/** What a request can name of a project. */
interface Named {
  readonly executionId: string;
  readonly fileId: string;
  readonly template: string;
  readonly batchId: string;
}

const nobodys: Named = {
  executionId: newId('execution'),
  fileId: newId('file'),
  template: 'nobodys',
  batchId: newId('batch'),
};

/** How a request of each route names it; a route that names nothing answers about its own project alone. */
const REQUESTS: Readonly<Record<RouteName, (named: Named) => readonly [string, object?]>> = {
  getProject: () => ['GET /tools/project'],
  getUsage: () => ['GET /tools/usage'],
  getCatalog: () => ['GET /tools'],
  createQuote: ({ fileId }) => ['POST /tools/quote', { tool: 'image-analyze', arguments: { source: { fileId } } }],
  uploadFile: () => ['POST /tools/upload', { mimeType: 'image/png', data: '' }],
  createUploadUrl: () => ['POST /tools/upload-urls', { mimeType: 'image/png' }],
  createExecution: ({ fileId }) => [
    'POST /tools/image-analyze',
    {
      tool: 'image-analyze',
      arguments: { source: { fileId } },
      priceVersion: '2026-01-01.00000000',
      maximumChargeMicros: 1,
    },
  ],
  listExecutions: ({ executionId }) => [`GET /tools/executions?before=${executionId}`],
  getExecution: ({ executionId }) => [`GET /tools/executions/${executionId}`],
  streamExecution: ({ executionId }) => [`GET /tools/executions/${executionId}/events`],
  streamExecutions: () => ['GET /tools/events'],
  readExecutions: ({ executionId }) => ['POST /tools/executions/read', { ids: [executionId] }],
  cancelExecution: ({ executionId }) => [`POST /tools/executions/${executionId}/cancel`, {}],
  downloadArtifact: ({ executionId, fileId }) => [`GET /tools/executions/${executionId}/artifacts/${fileId}/download`],
  createBatchQuote: ({ fileId }) => [
    'POST /tools/batches/quote',
    { tool: 'image-analyze', items: [{ arguments: { source: { fileId } } }] },
  ],
  createBatch: ({ fileId }) => [
    'POST /tools/batches',
    {
      tool: 'image-analyze',
      items: [{ arguments: { source: { fileId } } }],
      priceVersion: '2026-01-01.00000000',
      maximumChargeMicros: 1,
    },
  ],
  listBatches: ({ batchId }) => [`GET /tools/batches?before=${batchId}`],
  getBatch: ({ batchId }) => [`GET /tools/batches/${batchId}`],
  cancelBatch: ({ batchId }) => [`POST /tools/batches/${batchId}/cancel`, {}],
  getBatchResults: ({ batchId }) => [`GET /tools/batches/${batchId}/results`],
  saveTemplate: ({ template }) => ['POST /tools/templates', { name: template, parameters: {}, steps: [] }],
  listTemplates: () => ['GET /tools/templates'],
  getTemplate: ({ template }) => [`GET /tools/templates/${template}`],
  getTemplateVersion: ({ template }) => [`GET /tools/templates/${template}/1`],
  activateTemplate: ({ template }) => [`POST /tools/templates/${template}/activate`, { version: 1 }],
  archiveTemplate: ({ template }) => [`POST /tools/templates/${template}/archive`, {}],
};

beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  own = await gateway.newProject();
  const { token: key } = await own.newKey();
  const json = { mimeType: 'image/png', data: PNG };
  const file = await gateway.call<{ id: string }>('POST /tools/upload', { key, json });
  const input = { tool: 'image-analyze', arguments: { source: { fileId: file.data.id } } };
  const quote = await gateway.call<Quoted>('POST /tools/quote', { key, json: input });
  const { priceVersion, maximumChargeMicros } = quote.data;
  const headers = { 'Idempotency-Key': 'of-the-matrix' };
  const paid = { key, headers, json: { ...input, priceVersion, maximumChargeMicros } };
  const { data } = await gateway.call<{ id: string }>('POST /tools/image-analyze', paid);
  await gateway.call('POST /tools/templates', { key, json: { name: 'theirs', parameters: {}, steps: [input] } });
  const batch = { tool: input.tool, items: [{ arguments: input.arguments }], priceVersion, maximumChargeMicros };
  const { data: batched } = await gateway.call<{ id: string }>('POST /tools/batches', { key, headers, json: batch });
  // Over, so that its stream is.
  await gateway.call(`POST /tools/executions/${data.id}/cancel`, { key });
  theirs = { executionId: data.id, fileId: file.data.id, template: 'theirs', batchId: batched.id };
});

afterAll(async () => await gateway[Symbol.asyncDispose]());

interface Quoted {
  readonly priceVersion: string;
  readonly maximumChargeMicros: number;
}

const ask = (name: RouteName, named: Named, key: string | undefined): Promise<Reply<unknown>> => {
  const [request, json] = REQUESTS[name](named);
  const headers = { 'Idempotency-Key': 'of-a-stranger' };
  return gateway.call(request, { key, headers, ...(json === undefined ? {} : { json }) });
};

const NO_KEYS: Readonly<Record<string, () => Promise<string | undefined>>> = {
  'no key': async () => undefined,
  nonsense: async () => 'nonsense',
  'a session': () => gateway.session({ isOperator: true }),
  'a revoked key': async () => {
    const { token, keyId } = await own.newKey();
    await revokeKey(gateway, { projectId: own.id, keyId });
    return token;
  },
  "a removed member's key": async () => {
    await own.newKey({ role: 'ADMIN' }); // another ADMIN stays
    const { token, keyId } = await own.newKey({ role: 'ADMIN' });
    const { memberId } = await gateway.database.prisma.apiKey.findFirstOrThrow({
      where: { projectId: own.id, id: keyId },
    });
    const request = { session: await gateway.session({ isOperator: true }), body: {} };
    const removal = await gateway.operate(`POST /projects/${own.id}/members/${memberId}/remove`, request);
    expect(removal.status, removal.text).toBe(200);
    return token;
  },
  'an expired key': async () => (await own.newKey({ expiresAt: new Date(Date.now() - 1_000) })).token,
};

const STRANGERS: Readonly<Record<string, () => Promise<TestProject>>> = {
  'another organization': () => gateway.newProject(),
  'another project of the organization': async () => {
    const { organizationId } = await gateway.database.prisma.project.findUniqueOrThrow({ where: { id: own.id } });
    return projectOf(gateway.database, await createProject(gateway.database, { organizationId, name: 'Sibling' }));
  },
};

describe.each(Object.entries(ROUTES) as [RouteName, Route][])('%s', (name, { scope }) => {
  test.each(Object.entries(NO_KEYS))('%s learns nothing', async (_, make) => {
    const key = await make();
    const [hidden, absent] = [await ask(name, theirs, key), await ask(name, nobodys, key)];
    expect(hidden.error.message).toBe('invalid_api_key');
    expect(visible(hidden)).toEqual(visible(absent));
  });

  test.each(Object.entries(STRANGERS))('a key of %s sees nothing of it', async (_, make) => {
    const { token } = await (await make()).newKey({ role: 'ADMIN' });
    expect(visible(await ask(name, theirs, token))).toEqual(visible(await ask(name, nobodys, token)));
  });

  test('a key without its scope, of a VIEWER or of a project that is switched off may not act', async () => {
    const scopes = SCOPES.filter((each) => each !== scope);
    const unscoped = await ask(name, theirs, (await own.newKey({ scopes, role: 'ADMIN' })).token);
    expect(unscoped.error.message).toBe('platform_api_key_scope_required');
    const off = await gateway.newProject();
    await setExecutionEnabled(gateway.database, off.id, false);
    const keys = [(await own.newKey({ role: 'VIEWER' })).token, (await off.newKey({ role: 'ADMIN' })).token];
    for (const key of keys) {
      const reply = await ask(name, theirs, key);
      const isRefused = reply.status >= 400 && reply.error.message === 'project_permission_required';
      expect(isRefused).toBe(!roleAllows(scope, { role: 'VIEWER', projectEnabled: true }));
    }
  });
});
