/** The rights of an authenticated key: its scopes, its owner's role, and whether its project may execute. */
// Modes: embedded.
import { beforeAll, describe, expect, test } from 'vitest';
import { quotedBatch, sendBatch } from './client/batches.ts';
import { connect, type Client, type Reply } from './client/connect.ts';
import { ENDPOINT_ROWS, ENDPOINTS } from './client/endpoints.ts';
import { accepted, execute, newIdempotencyKey, quoted, settled, withoutRehearsal } from './client/executions.ts';
import { analysis, upload } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import { fixtures } from './client/make-identities.ts';
import {
  SCOPES,
  type Batch,
  type BatchRequest,
  type Catalog,
  type Execution,
  type ExecutionRequest,
  type Project,
  type Quote,
} from './client/wire.ts';
import { png } from './samples/images.ts';

const keys = identitiesOf(import.meta.filename);
const absent = 'exe_00000000000000000000000000';

/** Sends a body that every endpoint refuses. */
const ask = (key: string, method: 'GET' | 'POST', path: string) =>
  method === 'GET' ? connect(key).get(path) : connect(key).post(path, '{');

let ended: Execution;
let underWay: Execution;
let request: ExecutionRequest;
let batch: Batch;
let batchRequest: BatchRequest;

beforeAll(async () => {
  const executing = connect(keys.keysByScope['tools:execute']);
  request = await quoted(connect(keys.key), 'image-resize', { source: { fileId: 'file_sample_photo' }, width: 8 });
  const started = await execute(executing, request);
  ended = await settled(keys, started.data.id);
  batchRequest = await quotedBatch(connect(keys.key), 'image-resize', [request.arguments]);
  batch = (await sendBatch(executing, batchRequest)).data;
  await connect(keys.keysByScope['templates:write']).post('/tools/templates', template('kept'));
  if (withoutRehearsal()) return;
  const slow = await quoted(connect(keys.key), 'rehearsal', { durationMs: 60_000 });
  underWay = (await execute(executing, slow)).data;
});

const template = (name: string) => ({
  name,
  parameters: {},
  steps: [{ tool: 'image-analyze', arguments: { source: { fileId: 'file_sample_photo' } } }],
});

/** A successful request to each endpoint; all keys by scope belong to one member with the role MEMBER. */
const DONE: Readonly<Record<string, (client: Client) => Promise<Reply>>> = {
  'GET /tools': (client) => client.get('/tools'),
  'GET /tools/project': (client) => client.get('/tools/project'),
  'GET /tools/usage': (client) => client.get('/tools/usage'),
  'POST /tools/quote': (client) => client.post('/tools/quote', { tool: request.tool, arguments: request.arguments }),
  'POST /tools/upload': async (client) => upload(client, 'image/png', await png()),
  // No host of this suite is on the internet: the request is permitted, and its file cannot be fetched.
  'POST /tools/upload-from-url': (client) =>
    client.post('/tools/upload-from-url', { url: 'https://127.0.0.1/', mimeType: 'image/png' }),
  'POST /tools/upload-urls': (client) => client.post('/tools/upload-urls', { mimeType: 'image/png', sizeBytes: 1 }),
  'POST /tools/{tool}': (client) => execute(client, request),
  'GET /tools/executions': (client) => client.get('/tools/executions'),
  'GET /tools/executions/{id}': (client) => client.get(`/tools/executions/${ended.id}`),
  'GET /tools/executions/{id}/events': (client) => client.get(`/tools/executions/${ended.id}/events`),
  'GET /tools/events': (client) => client.get('/tools/events'),
  'POST /tools/event-urls': (client) => client.post('/tools/event-urls', { executionId: ended.id }),
  'POST /tools/executions/read': (client) => client.post('/tools/executions/read', { ids: [ended.id] }),
  'POST /tools/executions/{id}/cancel': (client) => client.post(`/tools/executions/${underWay.id}/cancel`),
  'GET /tools/executions/{id}/artifacts/{artifactId}/download': (client) =>
    client.get(`/tools/executions/${ended.id}/artifacts/${ended.output.artifacts[0]?.id}/download`),
  'POST /tools/batches/quote': (client) =>
    client.post('/tools/batches/quote', { tool: batchRequest.tool, items: batchRequest.items }),
  'POST /tools/batches': (client) => sendBatch(client, batchRequest),
  'GET /tools/batches': (client) => client.get('/tools/batches'),
  'GET /tools/batches/{id}': (client) => client.get(`/tools/batches/${batch.id}`),
  'GET /tools/batches/{id}/events': (client) => client.get(`/tools/batches/${batch.id}/events`),
  'GET /tools/batches/{id}/results': (client) => client.get(`/tools/batches/${batch.id}/results`),
  'POST /tools/batches/{id}/cancel': (client) => client.post(`/tools/batches/${batch.id}/cancel`),
  'POST /tools/templates': (client) => client.post('/tools/templates', template('saved')),
  'GET /tools/templates': (client) => client.get('/tools/templates'),
  'GET /tools/templates/{name}': (client) => client.get('/tools/templates/kept'),
  'GET /tools/templates/{name}/{version}': (client) => client.get('/tools/templates/kept/1'),
  'POST /tools/templates/{name}/activate': (client) => client.post('/tools/templates/kept/activate', { version: 1 }),
  'POST /tools/templates/{name}/archive': (client) => client.post('/tools/templates/kept/archive'),
};

const OTHER_OUTCOMES: Readonly<Record<string, string>> = {
  'POST /tools/{tool}': '202',
  'POST /tools/batches': '202',
  'POST /tools/upload-from-url': '400 url_not_fetched',
};

// spec 5.2: "Each endpoint needs the permission listed in Section 4."
// contract 6: "A key acts for the member who owns it: scopes ∩ that member's role in the project. … MEMBER may do what its scopes say"
describe.each(ENDPOINTS.map(({ method, template, scope }) => [`${method} ${template}`, scope] as const))(
  '%s',
  (endpoint, scope) => {
    test.skipIf(endpoint.endsWith('/cancel') && withoutRehearsal())(
      `is done for a MEMBER whose key has only ${scope}`,
      async () => {
        const done = DONE[endpoint] as (client: Client) => Promise<Reply>;
        const { outcome } = await done(connect(keys.keysByScope[scope]));
        expect(outcome).toBe(OTHER_OUTCOMES[endpoint] ?? '200');
      },
    );
  },
);

describe.each(ENDPOINT_ROWS)('%s %s', (method, path, scope) => {
  // spec 5.3: "A key lacking a permission gets HTTP 403 with error.status = PERMISSION_DENIED and error.message = platform_api_key_scope_required."
  test(`is refused to a key that has every scope except ${scope}, before its body is checked`, async () => {
    const others = SCOPES.filter((each) => each !== scope);
    const replies = await Promise.all(others.map((each) => ask(keys.keysByScope[each], method, path)));
    expect(replies.map(({ outcome }) => outcome)).toEqual(others.map(() => '403 platform_api_key_scope_required'));
    expect(replies[0]?.error.status).toBe('PERMISSION_DENIED');
  });
});

// contract 6: "VIEWER may read but not upload, execute or cancel (403 project_permission_required)"
describe('a VIEWER with every scope', () => {
  const viewer = connect(keys.keyViewer);

  test('may read', async () => {
    const paths = [
      '/tools',
      '/tools/project',
      '/tools/usage',
      '/tools/executions',
      '/tools/templates',
      '/tools/batches',
    ];
    const replies = await Promise.all(paths.map((path) => viewer.get(path)));
    expect(replies.map(({ outcome }) => outcome)).toEqual(paths.map(() => '200'));
  });

  test('may not upload, execute, cancel or save', async () => {
    const owner = connect(keys.key);
    const request = await quoted(owner, 'image-analyze', await analysis(owner));
    const { id } = await accepted(owner, 'image-analyze', request.arguments);
    const replies = [
      await upload(viewer, 'image/png', await png()),
      await execute(viewer, request),
      await viewer.post(`/tools/executions/${id}/cancel`),
      await sendBatch(viewer, batchRequest),
      await viewer.post(`/tools/batches/${batch.id}/cancel`),
      await viewer.post('/tools/templates', template('viewed')),
    ];
    expect(replies.map(({ outcome }) => outcome)).toEqual(replies.map(() => '403 project_permission_required'));
  });
});

// contract 4: "a switched-off project shows as a blocker of the quote"
test.skipIf(withoutRehearsal())('a switched-off project gets quotes that list the switch as a blocker', async () => {
  const reply = await connect(keys.keySwitchedOff).post<Quote>('/tools/quote', { tool: 'rehearsal', arguments: {} });
  expect([reply.outcome, reply.data.blockers]).toEqual(['200', ['project_permission_required']]);
  expect(reply.data.maximumChargeMicros).toBeGreaterThan(0);
});

// contract 6: "and so may every key of a project whose execution is switched off"
// contract 4: "executionEnabled is the platform's switch only"
test('a key of a switched-off project may read and quote but not upload, execute or cancel', async () => {
  const off = connect(keys.keySwitchedOff);
  expect(await off.get('/tools')).toMatchObject({ outcome: '200', data: { executionEnabled: true } });
  expect((await off.post('/tools/quote', '{}')).status).toBe(400);
  expect((await upload(off, 'image/png', await png())).outcome).toBe('403 project_permission_required');
  const reply = await off.post('/tools/image-analyze', {}, { 'Idempotency-Key': 'switched-off' });
  expect(reply.outcome).toBe('403 project_permission_required');
  expect((await off.post(`/tools/executions/${absent}/cancel`)).outcome).toBe('403 project_permission_required');
});

// contract 3: "a project that is switched off, or a key that may not execute, gets 403 for replays too and reads the execution instead"
test('a project that is switched off later gets no replay, but can read its executions', async () => {
  const own = connect(keys.keyBurst);
  const sent = await quoted(own, 'image-analyze', { source: { fileId: 'file_sample_photo' } });
  const idempotencyKey = newIdempotencyKey();
  const { id } = (await execute(own, sent, idempotencyKey)).data;
  expect((await execute(own, sent, idempotencyKey)).headers.get('idempotent-replayed')).toBe('true');
  await fixtures(['--switch-off', keys.keyBurst]);
  await expect
    .poll(async () => (await execute(own, sent, idempotencyKey)).outcome, { timeout: 30_000, interval: 250 })
    .toBe('403 project_permission_required');
  const read = await own.get<Execution>(`/tools/executions/${id}`);
  expect([read.outcome, read.data.id]).toEqual(['200', id]);
  expect((await own.get<Catalog>('/tools')).data.executionEnabled).toBe(true);
});

// contract 4: "Blockers also name a missing scope or role and the project's switch."
test.each([
  ['a scope that the key lacks', keys.keysByScope['tools:read'], ['platform_api_key_scope_required']],
  ['a role that its owner lacks', keys.keyViewer, ['project_permission_required']],
] as const)('a quote names %s', async (_, key, blockers) => {
  const { data } = await connect(key).post<Quote>('/tools/quote', { tool: request.tool, arguments: request.arguments });
  expect(data.blockers).toEqual(blockers);
});

// contract 6: "MEMBER may do what its scopes say"
// contract 4: "key: {id, publicId, name, scopes, expiresAt}"
test.each(SCOPES)('the project resource shows that a key has the scope %s', async (scope) => {
  const { data } = await connect(keys.key).get<Project>('/tools/project');
  expect(data.key.scopes).toContain(scope);
});
