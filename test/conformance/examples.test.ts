/**
 * The success examples of the OpenAPI document are real responses. This test records them (`FAREBOX_RECORD_EXAMPLES=1 npm test --
 * conformance-embedded`), and every run sends the same requests again and compares the shape of the responses.
 */
// Modes: embedded.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endOfBatch, quotedBatch, sendBatch } from './client/batches.ts';
import { connect, gatewayUrl } from './client/connect.ts';
import { documentOf, problemsOf } from './client/documented.ts';
import { analysis } from './client/files.ts';
import { execute, newIdempotencyKey, quoted, settled } from './client/executions.ts';
import { identitiesOf } from './client/identities.ts';
import { host } from './client/mcp-host.ts';
import { beginUpload, request as requestPart } from './client/resumable.ts';
import { png } from './samples/images.ts';
import { addressOf, put } from './client/upload-urls.ts';

const RECORDING = join(import.meta.dirname, '../../packages/contract/src/openapi/recorded-examples.json');
const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);

const TEMPLATE = {
  name: 'product-photo',
  title: 'Product photo',
  parameters: { photo: { type: 'file' }, width: { type: 'integer', minimum: 16, maximum: 2048, default: 800 } },
  steps: [
    { tool: 'image-resize', arguments: { source: { $parameter: 'photo' }, width: { $parameter: 'width' } } },
    { tool: 'image-convert', arguments: { source: { step: 0, artifact: 0 }, model: 'webp' } },
  ],
};

/** A run needs a worker and a runner: `apps/gateway/src/http/serve-runs.test.ts` has the bodies of a real one. */
const RUNS = {
  claimRun: {
    200: {
      data: {
        run: {
          token: 'exe_01m80n8fa1eynbt4w0bdxxnhnr.0',
          lease: '2pSx0nW6xq1b7cJt9V4kQm3ZrE8uYhLd',
          leaseSeconds: 60,
          start: {
            protocol: 1,
            tool: 'acme-read-text',
            version: 3,
            arguments: { languages: ['en'] },
            inputs: [],
            outputs: [],
            limits: { deadline: '2026-11-28T08:02:00.000Z', unitsMax: 2, costMaxUsd: '0.0016' },
          },
        },
      },
    },
  },
  reportRun: { 200: { data: { cancel: false, leaseSeconds: 60 } } },
};

type Examples = Record<string, Record<string, unknown>>;

/** One session through every operation. The catalog is long and grows, so its example has one tool, chosen by name. */
async function session(): Promise<Examples> {
  const uploaded = await client.post('/tools/upload', {
    mimeType: 'image/png',
    data: (await png({ width: 640, height: 480 })).toString('base64'),
  });
  const small = await png({ width: 64, height: 48 });
  const address = await addressOf(client, { mimeType: 'image/png', sizeBytes: small.length });
  const { id: fileId } = uploaded.data as { id: string };
  const args = { source: { fileId }, width: 320, format: 'webp' };
  const request = await quoted(client, 'image-resize', args);
  const quote = await client.post('/tools/quote', { tool: 'image-resize', arguments: args });
  const key = newIdempotencyKey();
  const first = await execute(client, request, key);
  const ended = await settled(keys, first.data.id);
  const replay = await execute(client, request, key);
  const path = `/tools/executions/${ended.id}`;
  const other = await execute(client, await quoted(client, 'image-analyze', await analysis(client)));
  const cancelled = await client.post(`/tools/executions/${other.data.id}/cancel`);
  const catalog = (await client.get<{ tools: { name: string }[] }>('/tools')).data;
  const body = (reply: { readonly text: string }): unknown => JSON.parse(reply.text);
  const batchRequest = await quotedBatch(client, 'image-resize', [args, { ...args, width: 160 }]);
  const batchKey = newIdempotencyKey();
  const batch = await sendBatch(client, batchRequest, batchKey);
  await endOfBatch(keys, batch.data.id);
  const batchReplay = await sendBatch(client, batchRequest, batchKey);
  const { priceVersion: _, maximumChargeMicros: __, ...batchAsked } = batchRequest;
  const saved = await client.post('/tools/templates', TEMPLATE);
  const template = `/tools/templates/${TEMPLATE.name}`;
  return {
    getProject: { 200: body(await client.get('/tools/project')) },
    getUsage: { 200: body(await client.get('/tools/usage')) },
    getCatalog: { 200: { data: { ...catalog, tools: catalog.tools.filter(({ name }) => name === 'image-analyze') } } },
    createQuote: { 200: body(quote) },
    uploadFile: { 200: body(uploaded) },
    uploadFromUrl: { 200: body(uploaded) }, // the same response, without a host on the internet
    createUploadUrl: { 200: body(address) },
    putUpload: { 200: body(await put(address.data, small)) },
    readResumableUpload: {
      200: await (await requestPart('GET', await beginUpload(keys.key), { key: keys.key })).json(),
    },
    createExecution: { 200: body(replay), 202: body(first) },
    listExecutions: { 200: body(await client.get('/tools/executions?limit=2')) },
    getExecution: { 200: body(await client.get(path)) },
    createEventUrl: { 200: body(await client.post('/tools/event-urls', { executionId: ended.id })) },
    readExecutions: { 200: body(await client.post('/tools/executions/read', { ids: [ended.id, 'exe_0'] })) },
    // If the execution ended before the cancel arrived, the cancel is refused.
    ...(cancelled.status === 200 ? { cancelExecution: { 200: body(cancelled) } } : {}),
    callMcp: { 200: await askedByAgent() },
    ...RUNS,
    createBatchQuote: { 200: body(await client.post('/tools/batches/quote', batchAsked)) },
    createBatch: { 200: body(batchReplay), 202: body(batch) },
    listBatches: { 200: body(await client.get('/tools/batches?limit=2')) },
    getBatch: { 200: body(await client.get(`/tools/batches/${batch.data.id}`)) },
    cancelBatch: { 200: body(await client.post(`/tools/batches/${batch.data.id}/cancel`)) },
    saveTemplate: { 200: body(saved) },
    listTemplates: { 200: body(await client.get('/tools/templates')) },
    getTemplate: { 200: body(await client.get(template)) },
    getTemplateVersion: { 200: body(await client.get(`${template}/1`)) },
    activateTemplate: { 200: body(await client.post(`${template}/activate`, { version: 1 })) },
    archiveTemplate: { 200: body(await client.post(`${template}/archive`)) },
    downloadArtifact: {
      200: body(await client.get(`${path}/artifacts/${ended.output.artifacts[0]?.id}/download`)),
    },
  };
}

async function askedByAgent(): Promise<unknown> {
  let last = '';
  await using agent = await host(keys.key, { onReply: (text) => void (last = text) });
  await agent.call('get_usage');
  return JSON.parse(last);
}

/** Differences in names or types between two bodies. A null in one of them matches any value in the other. */
function differences(a: unknown, b: unknown, at = ''): string[] {
  if (a === null || b === null) return [];
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === 0 || b.length === 0 ? [] : differences(a[0], b[0], `${at}/0`);
  }
  if (typeof a !== 'object' || typeof b !== 'object') return typeof a === typeof b ? [] : [at];
  const [first, second] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...names].flatMap((name) =>
    name in first && name in second ? differences(first[name], second[name], `${at}/${name}`) : [`${at}/${name}`],
  );
}

// issue 11.16: "success examples that were really answered"
test('every success of the OpenAPI document has an example with the shape of the real response', async () => {
  const fresh = await session();
  if (process.env['FAREBOX_RECORD_EXAMPLES'] === '1') {
    writeFileSync(RECORDING, `${JSON.stringify(fresh, null, 2)}\n`);
    return;
  }
  const document = await documentOf(gatewayUrl());
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    for (const [code, { content }] of Object.entries(operation.responses).filter(([status]) => Number(status) < 300)) {
      if (content === undefined || !('application/json' in content)) continue; // no body, or a stream
      const { schema, example } = content['application/json'];
      const name = `${operation.operationId} ${code}`;
      expect(example, `${name} has no example`).not.toBe(undefined);
      expect(problemsOf(document, schema, example), name).toEqual([]);
      const reply = fresh[operation.operationId]?.[code] ?? example;
      // The response to a cancel depends on how far the execution was.
      const compared = operation.operationId === 'cancelExecution' ? example : reply;
      expect(differences(compared, example), name).toEqual([]);
    }
  }
});
