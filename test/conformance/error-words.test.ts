/**
 * The errors of each operation, in both directions: this file causes each message of an operation's OpenAPI enum, and the client
 * of the suite checks in every test that no other message occurs.
 */
// Modes: embedded.
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { quotedBatch, sendBatch } from './client/batches.ts';
import { exhaust } from './client/burst.ts';
import { connect, gatewayUrl, type Reply } from './client/connect.ts';
import { documentOf, type Document } from './client/documented.ts';
import { ENDPOINTS, type Endpoint } from './client/endpoints.ts';
import { execute, newIdempotencyKey, quoted, settled, withoutRehearsal } from './client/executions.ts';
import { upload } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import type { Batch, BatchRequest, Execution, ExecutionRequest } from './client/wire.ts';
import { png, pngOfSize } from './samples/images.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
const limited = keys.keysByScope['usage:read'];
const SAMPLE = { source: { fileId: 'file_sample_photo' } };
const ABSENT = { source: { fileId: 'file_00000000000000000000000000' } };
const TOO_LARGE_A_BATCH = `{${' '.repeat(1024 * 1024)}`;
const TOO_LARGE = `{${' '.repeat(64 * 1024)}`;

/** Failures of a dependency or of the service cannot be caused from outside; other tests cause them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  internal_error: 'apps/gateway/src/http/defect.test.ts',
  service_unavailable: 'apps/gateway/src/process/faults.test.ts',
  tool_temporarily_unavailable: 'apps/gateway/src/accept/providers.test.ts',
  template_limit_reached: 'apps/gateway/src/handlers/templates.test.ts',
  storage_quota_reached: 'apps/gateway/src/upload/storage-quota.test.ts',
  'uploadFromUrl file_content_mismatch': 'apps/gateway/src/upload/upload-from-url.test.ts',
  // Two messages that an external system may be unable to show.
  ...(inject('closedGatewayUrl') === null ? { execution_disabled: 'closed.test.ts' } : {}),
  ...(inject('mode') === 'external' ? { tool_unavailable: 'unavailable.test.ts' } : {}),
};

const isElsewhere = (name: string, message: string): boolean =>
  message in ELSEWHERE || `${name} ${message}` in ELSEWHERE;

let document: Document;
let request: ExecutionRequest;
let unavailable: ExecutionRequest;
let ended: Execution;
let usedKey: string;
let batch: Batch;
let batchRequest: BatchRequest;
let waiting: Execution | null = null;

beforeAll(async () => {
  document = await documentOf(gatewayUrl());
  request = await quoted(client, 'image-analyze', SAMPLE);
  const generate = { prompt: 'A lighthouse', size: '1024x1024', model: 'standard' };
  unavailable = await quoted(connect(keys.keyLive), 'image-generate', generate);
  usedKey = newIdempotencyKey();
  ended = await settled(keys, (await execute(client, request, usedKey)).data.id);
  batchRequest = await quotedBatch(client, 'image-analyze', [SAMPLE]);
  batch = (await sendBatch(client, batchRequest, usedKey)).data;
  if (!withoutRehearsal())
    waiting = (await execute(client, await quoted(client, 'rehearsal', { durationMs: 60_000 }))).data;
  await exhaust(limited);
});

afterAll(async () => {
  if (waiting !== null) await client.post(`/tools/executions/${waiting.id}/cancel`);
});

type Met = Readonly<Record<string, () => Promise<Reply>>>;

const send = ({ method, path }: Endpoint, key: string | null, { query = '', body = '{' } = {}): Promise<Reply> =>
  method === 'GET' ? connect(key).get(path + query) : connect(key).post(path + query, body);

/** Errors of every operation. The limited key of this suite has one scope, so every operation refuses it beyond its rate limit. */
const anywhere = (endpoint: Endpoint): Met => ({
  invalid_api_key: () => send(endpoint, null),
  platform_api_key_scope_required: () =>
    send(endpoint, keys.keysByScope[endpoint.scope === 'tools:read' ? 'project:read' : 'tools:read']),
  rate_limit_exceeded: () => send(endpoint, limited),
  invalid_request: () => send(endpoint, keys.key2, { query: '?verbose=1' }),
});

const inBodies = (path: string, headers: Readonly<Record<string, string>> = {}): Met => ({
  invalid_json: () => client.post(path, '{', headers),
  request_too_large: () => client.post(path, TOO_LARGE, headers),
  unsupported_media_type: () => client.post(path, '{}', { ...headers, 'Content-Type': 'text/plain' }),
});

const batching = (changes: Partial<BatchRequest>, key = keys.key, idempotencyKey?: string) =>
  sendBatch(connect(key), { ...batchRequest, ...changes }, idempotencyKey);
const ofItem = (input: object) => [{ arguments: { ...input } }];
const quoting = (tool: string, args: object) => client.post('/tools/quote', { tool, arguments: args });
const executing = (changes: Partial<ExecutionRequest>, key = keys.key, idempotencyKey?: string) =>
  execute(connect(key), { ...request, ...changes }, idempotencyKey);
const posting = (headers: Readonly<Record<string, string>>, path = '/tools/image-analyze') =>
  client.post(path, request, headers);
const cancelling = (id: string, key = keys.key) => connect(key).post(`/tools/executions/${id}/cancel`);
const pipeline = { steps: Array.from({ length: 21 }, () => ({ tool: 'image-analyze', arguments: SAMPLE })) };

const UNKNOWN = '/tools/executions/exe_00000000000000000000000000';
const underNewKey = () => ({ 'Idempotency-Key': newIdempotencyKey() });

const OF_ITS_OWN: Readonly<Record<string, Met>> = {
  getProject: {},
  getUsage: {},
  getCatalog: {},
  listExecutions: {},
  getExecution: { execution_not_found: () => client.get(UNKNOWN) },
  streamExecution: { execution_not_found: () => client.get(`${UNKNOWN}/events`) },
  streamExecutions: {},
  createEventUrl: {
    ...inBodies('/tools/event-urls'),
    execution_not_found: () => client.post('/tools/event-urls', { executionId: 'exe_00000000000000000000000000' }),
    batch_not_found: () => client.post('/tools/event-urls', { batchId: 'bat_0' }),
  },
  readExecutions: inBodies('/tools/executions/read'),
  downloadArtifact: {
    execution_not_found: () => client.get('/tools/executions/exe_0/artifacts/file_0/download'),
    artifact_unavailable: () => client.get(`/tools/executions/${ended.id}/artifacts/file_0/download`),
  },
  cancelExecution: {
    ...inBodies(`${UNKNOWN}/cancel`),
    execution_not_found: () => cancelling('exe_00000000000000000000000000'),
    execution_already_finished: () => cancelling(ended.id),
    execution_cancel_forbidden: () => cancelling((waiting ?? ended).id, keys.key2),
    project_permission_required: () => cancelling(ended.id, keys.keyViewer),
  },
  listBatches: {},
  getBatch: { batch_not_found: () => client.get('/tools/batches/bat_0') },
  streamBatch: { batch_not_found: () => client.get('/tools/batches/bat_0/events') },
  getBatchResults: { batch_not_found: () => client.get('/tools/batches/bat_0/results') },
  cancelBatch: {
    ...inBodies('/tools/batches/bat_0/cancel'),
    batch_not_found: () => client.post('/tools/batches/bat_0/cancel'),
    execution_cancel_forbidden: () => connect(keys.key2).post(`/tools/batches/${batch.id}/cancel`),
    project_permission_required: () => connect(keys.keyViewer).post(`/tools/batches/${batch.id}/cancel`),
  },
  createBatchQuote: {
    ...inBodies('/tools/batches/quote'),
    request_too_large: () => client.post('/tools/batches/quote', TOO_LARGE_A_BATCH),
    tool_not_found: () => client.post('/tools/batches/quote', { tool: 'no-such-tool', items: ofItem({}) }),
    invalid_arguments: () => client.post('/tools/batches/quote', { tool: 'image-analyze', items: ofItem({}) }),
    too_many_steps: () => client.post('/tools/batches/quote', { tool: 'pipeline', items: ofItem(pipeline) }),
    file_not_usable: () => client.post('/tools/batches/quote', { tool: 'image-analyze', items: ofItem(ABSENT) }),
  },
  createBatch: {
    ...inBodies('/tools/batches', underNewKey()),
    request_too_large: () => client.post('/tools/batches', TOO_LARGE_A_BATCH, underNewKey()),
    idempotency_key_required: () => client.post('/tools/batches', batchRequest),
    idempotency_key_invalid: () => batching({}, keys.key, 'short'),
    idempotency_key_conflict: () => batching({ maximumChargeMicros: 1_000_000 }, keys.key, usedKey),
    tool_not_found: () => batching({ tool: 'no-such-tool' }),
    invalid_arguments: () => batching({ items: ofItem({}) }),
    too_many_steps: () => batching({ tool: 'pipeline', items: ofItem(pipeline) }),
    file_not_usable: () => batching({ items: ofItem(ABSENT) }),
    price_version_mismatch: () => batching({ priceVersion: 'other' }),
    maximum_charge_too_low: () => batching({ maximumChargeMicros: 0 }),
    tool_unavailable: () => {
      const { arguments: input, ...others } = unavailable;
      return batching({ ...others, items: ofItem(input) }, keys.keyLive);
    },
    execution_disabled: () => sendBatch(connect(keys.key, 'closed'), batchRequest),
    project_permission_required: () => batching({}, keys.keyViewer),
    monthly_cap_reached: () => batching({}, keys.keyCapped),
    insufficient_balance: () => batching({}, keys.keyPoor),
  },
  listTemplates: {},
  getTemplate: { template_not_found: () => client.get('/tools/templates/nobodys') },
  getTemplateVersion: { template_not_found: () => client.get('/tools/templates/nobodys/1') },
  saveTemplate: {
    ...inBodies('/tools/templates'),
    project_permission_required: () => connect(keys.keyViewer).post('/tools/templates', {}),
  },
  activateTemplate: {
    ...inBodies('/tools/templates/nobodys/activate'),
    template_not_found: () => client.post('/tools/templates/nobodys/activate', { version: 1 }),
    project_permission_required: () => connect(keys.keyViewer).post('/tools/templates/nobodys/activate', {}),
  },
  archiveTemplate: {
    ...inBodies('/tools/templates/nobodys/archive'),
    template_not_found: () => client.post('/tools/templates/nobodys/archive'),
    project_permission_required: () => connect(keys.keyViewer).post('/tools/templates/nobodys/archive', {}),
  },
  createQuote: {
    ...inBodies('/tools/quote'),
    tool_not_found: () => quoting('no-such-tool', {}),
    invalid_arguments: () => quoting('image-analyze', {}),
    too_many_steps: () => quoting('pipeline', pipeline),
    file_not_usable: () => quoting('image-analyze', ABSENT),
  },
  uploadFile: {
    ...inBodies('/tools/upload'),
    request_too_large: () => client.post('/tools/upload', `{"mimeType":${' '.repeat(17 * 1024 * 1024)}`),
    file_too_large: async () => upload(client, 'image/png', await pngOfSize(12 * 1024 * 1024 + 1)),
    file_content_mismatch: async () => upload(client, 'image/jpeg', await png()),
    project_permission_required: async () => upload(connect(keys.keyViewer), 'image/png', await png()),
  },
  uploadFromUrl: {
    ...inBodies('/tools/upload-from-url'),
    url_not_fetched: () => client.post('/tools/upload-from-url', { url: 'https://127.0.0.1/', mimeType: 'image/png' }),
    project_permission_required: () => connect(keys.keyViewer).post('/tools/upload-from-url', {}),
  },
  createUploadUrl: {
    ...inBodies('/tools/upload-urls'),
    project_permission_required: () => connect(keys.keyViewer).post('/tools/upload-urls', {}),
  },
  createExecution: {
    ...inBodies('/tools/image-analyze', underNewKey()),
    idempotency_key_required: () => posting({}),
    idempotency_key_invalid: () => posting({ 'Idempotency-Key': 'short' }),
    idempotency_key_conflict: () => executing({ maximumChargeMicros: 1_000_000 }, keys.key, usedKey),
    tool_not_found: () => executing({ tool: 'no-such-tool' }),
    tool_mismatch: () => posting(underNewKey(), '/tools/image-resize'),
    invalid_arguments: () => executing({ arguments: {} }),
    too_many_steps: () => executing({ tool: 'pipeline', arguments: pipeline }),
    file_not_usable: () => executing({ arguments: ABSENT }),
    price_version_mismatch: () => executing({ priceVersion: 'other' }),
    maximum_charge_too_low: () => executing({ maximumChargeMicros: 0 }),
    tool_unavailable: () => executing(unavailable, keys.keyLive),
    execution_disabled: () => connect(keys.key, 'closed').post('/tools/image-analyze', request, underNewKey()),
    project_permission_required: () => executing({}, keys.keyViewer),
    monthly_cap_reached: () => executing({}, keys.keyCapped),
    insufficient_balance: () => executing({}, keys.keyPoor),
  },
};

function operationOf({ method, template }: Endpoint): { readonly name: string; readonly words: readonly string[] } {
  const operationId = document.paths[template]?.[method.toLowerCase()]?.operationId ?? 'none';
  const schema = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}ErrorMessage`;
  return { name: operationId, words: (document.components.schemas[schema] as { readonly enum: string[] }).enum };
}

// issue 11.16: "`error.message` an enum per operation"
// contract 2: "400 INVALID_ARGUMENT invalid_json … request_too_large, file_too_large, file_content_mismatch, unsupported_media_type … idempotency_key_required … too_many_steps"
// contract 2: "400 FAILED_PRECONDITION price_version_mismatch, maximum_charge_too_low, execution_already_finished"
// contract 2: "403 PERMISSION_DENIED platform_api_key_scope_required, project_permission_required, execution_cancel_forbidden"
// contract 4: "The words of engine, unit, category, statusReason and error.message are closed lists in OpenAPI"
describe.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.template}`, endpoint] as const))(
  'the errors of %s',
  (_, endpoint) => {
    test('are those of its enum: each is caused here, and no other is listed', async () => {
      const { name, words } = operationOf(endpoint);
      const met: Met = { ...anywhere(endpoint), ...OF_ITS_OWN[name] };
      const asked = Object.entries(met).filter(([message]) => !isElsewhere(name, message));
      for (const [message, ask] of asked) expect((await ask()).error.message, `${name}: ${message}`).toBe(message);
      const elsewhere = words.filter((message) => isElsewhere(name, message));
      expect([...asked.map(([message]) => message), ...elsewhere].toSorted()).toEqual([...words].toSorted());
    });
  },
);
