/** The request examples of the OpenAPI document run unchanged, and its links lead from an upload to the download. */
// Modes: embedded.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { connect, gatewayUrl, type Reply } from './client/connect.ts';
import { documentOf, problemsOf, type Document, type Operation } from './client/documented.ts';
import { execute, newIdempotencyKey, settled } from './client/executions.ts';
import { identitiesOf } from './client/identities.ts';
import { resolved } from './client/links.ts';
import { patient } from './client/patient.ts';
import type { Catalog, Download, Execution, ExecutionRequest, Quote } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = patient(connect(keys.key));
let document: Document;
let tools: Catalog['tools'];

beforeAll(async () => {
  document = await documentOf(gatewayUrl());
  tools = (await client.get<Catalog>('/tools')).data.tools;
});

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

function endpointOf(operationId: string): Endpoint {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return all.find(({ operation }) => operation.operationId === operationId) as Endpoint;
}

/** The examples of an operation, each valid against its schema. */
function examplesOf(operationId: string): Map<string, unknown> {
  const content = endpointOf(operationId).operation.requestBody?.content['application/json'];
  const { schema, example, examples } = content as NonNullable<typeof content>;
  const shown = new Map(
    examples === undefined ? [['', example]] : Object.entries(examples).map(([k, v]) => [k, v.value]),
  );
  for (const [name, each] of shown) expect(problemsOf(document, schema, each), `${operationId} ${name}`).toEqual([]);
  return shown;
}

/** Every tool and model: `image-resize`, `image-convert.webp`. */
const everyUse = (): string[] =>
  tools.flatMap(({ name, models }) => (models.length === 0 ? [name] : models.map((model) => `${name}.${model.name}`)));

// contract 4: "Every example validates, quotes and executes as it stands: files in it are samples (file_sample_…) that exist in every project."
// issue 11.21: "examples that run as they stand, for the tools that exist now"
describe('the request examples', () => {
  test('cover every tool and model, with arguments that its input schema accepts', () => {
    for (const operationId of ['createQuote', 'createExecution']) {
      const examples = examplesOf(operationId);
      expect([...examples.keys()].toSorted()).toEqual(everyUse().toSorted());
      for (const [name, value] of examples) {
        const { tool, arguments: input } = value as ExecutionRequest;
        const { inputSchema } = tools.find((each) => each.name === tool) as Catalog['tools'][number];
        const check = new Ajv2020({ strict: false, validateFormats: false }).compile(inputSchema);
        expect(check(input), `${name}: ${JSON.stringify(check.errors)}`).toBe(true);
      }
    }
  });

  test('can be quoted unchanged, with the maximum that the execution of the same name sends', async () => {
    const executions = examplesOf('createExecution');
    for (const [name, value] of examplesOf('createQuote')) {
      const { data, outcome } = await client.post<Quote>('/tools/quote', value);
      expect(outcome, name).toBe('200');
      const { priceVersion, maximumChargeMicros } = data;
      expect(executions.get(name), name).toEqual({ ...(value as object), priceVersion, maximumChargeMicros });
    }
  });

  test('can be executed unchanged', async () => {
    const second = patient(connect(keys.key2));
    for (const [name, value] of examplesOf('createExecution')) {
      const request = value as ExecutionRequest;
      const { available } = tools.find((each) => each.name === request.tool) as Catalog['tools'][number];
      const { outcome } = await execute(second, request);
      expect(outcome, name).toBe(available ? '202' : '404 tool_unavailable');
    }
  });

  test('can be uploaded and cancelled unchanged', async () => {
    const [file] = examplesOf('uploadFile').values();
    expect((await client.post('/tools/upload', file)).outcome).toBe('200');
    const [cancel] = examplesOf('cancelExecution').values();
    const { data } = await execute(client, examplesOf('createExecution').get('image-analyze') as ExecutionRequest);
    const { outcome } = await client.post(`/tools/executions/${data.id}/cancel`, cancel);
    expect(outcome).toMatch(/^(200|400 execution_already_finished)$/);
  });
});

interface Exchange {
  readonly operationId: string;
  readonly body: unknown;
  readonly reply: Reply;
}

/** Sends exactly the request that a link of a response describes. */
async function follow({ operationId, body, reply }: Exchange, name: string): Promise<Exchange> {
  const link = endpointOf(operationId).operation.responses[String(reply.status)]?.links?.[name];
  if (link === undefined) throw new Error(`${operationId} ${reply.status} has no link "${name}"`);
  const seen = { request: body, response: JSON.parse(reply.text) as unknown };
  const { method, path } = endpointOf(link.operationId);
  const parameters = resolved(link.parameters ?? {}, seen) as Record<string, string>;
  const target = path.replaceAll(/\{(\w+)\}/g, (_, each: string) => String(parameters[each]));
  const next = link.requestBody === undefined ? undefined : resolved(link.requestBody, seen);
  const headers = { 'Idempotency-Key': newIdempotencyKey() };
  const answered = method === 'GET' ? await client.get(target) : await client.post(target, next, headers);
  return { operationId: link.operationId, body: next, reply: answered };
}

// issue 11.16: "links between operations (upload → quote → execute → read → download)"
test('the links lead from an upload over quote, execution and read to the download', async () => {
  const [body] = examplesOf('uploadFile').values();
  const uploaded = { operationId: 'uploadFile', body, reply: await client.post('/tools/upload', body) };
  const executed = await follow(await follow(uploaded, 'quote'), 'execute');
  expect(executed.reply.outcome).toBe('202');
  await settled(keys, (executed.reply.data as Execution).id);
  const read = await follow(executed, 'read');
  expect(read.reply.data).toMatchObject({ status: 'succeeded' });
  const download = await follow(read, 'download');
  const file = await fetch((download.reply.data as Download).url);
  expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, expect.toSatisfy((n: number) => n > 0)]);

  const list = { operationId: 'listExecutions', body: undefined, reply: await client.get('/tools/executions') };
  expect((await follow(list, 'read')).reply.outcome).toBe('200');
});
