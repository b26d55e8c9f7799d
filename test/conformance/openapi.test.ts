/** Public responses of the gateway: its OpenAPI document and its health. */
// Modes: embedded.
import { expect, test } from 'vitest';
import { gatewayUrl } from './client/connect.ts';
import { documentOf, problemsOf } from './client/documented.ts';
import { ENDPOINTS } from './client/endpoints.ts';

interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Responses }>>>>;
}
type Examples = Readonly<Record<string, { readonly value: { readonly error: object } }>>;
type Responses = Readonly<
  Record<
    string,
    {
      readonly description: string;
      readonly content?: { readonly 'application/json'?: { readonly examples?: Examples } };
    }
  >
>;

/** Section 4 of the specification: method, path, permission. Written again only here. */
const SPECIFIED = [
  'GET /tools tools:read',
  'GET /tools/executions executions:read',
  'GET /tools/executions/{id} executions:read',
  'GET /tools/executions/{id}/artifacts/{artifactId}/download executions:read',
  'GET /tools/project project:read',
  'GET /tools/usage usage:read',
  'POST /tools/executions/{id}/cancel tools:execute',
  'POST /tools/quote tools:read',
  'POST /tools/upload tools:execute',
  'POST /tools/{tool} tools:execute',
];

/** Routes without a key, because the path itself is signed. */
const SIGNED = ['PUT /uploads/{address}', 'GET /event-streams/{address}'];

/** Another protocol, with its own rules for messages. */
const AGENTS = ['POST /mcp'];

/** Runners, which have keys of their own. */
const RUNNERS = ['POST /runs/claim', 'POST /runs/{run}/report'];

/** Uploads in parts, with the methods and codes of tus. */
const RESUMABLE = [
  'OPTIONS /resumable-uploads',
  'POST /resumable-uploads',
  'GET /resumable-uploads/{address}',
  'HEAD /resumable-uploads/{address}',
  'PATCH /resumable-uploads/{address}',
  'DELETE /resumable-uploads/{address}',
];

/** A public page, which is not a response of the API. */
const PAGES = ['GET /llms.txt'];

/** Routes beyond the specification. */
const BEYOND = [
  'GET /tools/batches executions:read',
  'GET /tools/batches/{id} executions:read',
  'GET /tools/batches/{id}/events executions:read',
  'GET /tools/batches/{id}/results executions:read',
  'POST /tools/batches tools:execute',
  'POST /tools/batches/quote tools:read',
  'POST /tools/batches/{id}/cancel tools:execute',
  'GET /tools/templates tools:read',
  'GET /tools/templates/{name} tools:read',
  'GET /tools/templates/{name}/{version} tools:read',
  'GET /tools/executions/{id}/events executions:read',
  'GET /tools/events executions:read',
  'POST /tools/event-urls executions:read',
  'POST /tools/executions/read executions:read',
  'POST /tools/upload-from-url tools:execute',
  'POST /tools/upload-urls tools:execute',
  'POST /tools/templates templates:write',
  'POST /tools/templates/{name}/activate templates:write',
  'POST /tools/templates/{name}/archive templates:write',
];

// spec 1: "Authorization: always"
// contract 1: "Paths are the specification's"
test('the route table, from which the matrices of this suite are made, is the table of the specification and the listed additions', () => {
  const table = ENDPOINTS.map(({ method, template, scope }) => `${method} ${template} ${scope}`);
  expect(table.toSorted()).toEqual([...SPECIFIED, ...BEYOND].toSorted());
});

const read = async (path: string): Promise<{ response: Response; text: string }> => {
  const response = await fetch(`${gatewayUrl()}${path}`);
  return { response, text: await response.text() };
};

// issue 2.4: "/openapi.json (3.1, derived from the route objects, lint-clean)"
test('the OpenAPI document has version 3.1 and exactly the ten endpoints of the specification and the listed additions', async () => {
  const { response, text } = await read('/openapi.json');
  expect(response.status).toBe(200);
  const { openapi, paths } = JSON.parse(text) as OpenApi;
  expect(openapi).toMatch(/^3\.1\./);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const specified = [...SPECIFIED, ...BEYOND].map((line) => line.split(' ').slice(0, 2).join(' '));
  expect(operations.toSorted()).toEqual(
    [...specified, ...SIGNED, ...AGENTS, ...RUNNERS, ...RESUMABLE, ...PAGES].toSorted(),
  );
});

// spec 7: "200 … 202 … 400 … 401 … 403 … 404 … 409 … 429 … 503"
// contract 1: "HTTP codes stay inside the specification's table (section 7), plus 500 for a defect of ours and 304 for a catalog that the client has."
test('no operation except those of tus and the catalog documents an HTTP code that the specification does not have', async () => {
  const { paths } = JSON.parse((await read('/openapi.json')).text) as OpenApi;
  const own = Object.entries(paths).filter(([path]) => !path.startsWith('/resumable-uploads'));
  const codes = own.flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ responses }) =>
      Object.keys(responses).filter((code) => `${path} ${code}` !== '/tools 304'),
    ),
  );
  const allowed = ['200', '202', '400', '401', '403', '404', '409', '429', '500', '503'];
  expect(codes.filter((code) => !allowed.includes(code))).toEqual([]);
});

// issue 2.4: "/openapi.json (3.1, derived from the route objects …)"
// contract 1: "Unknown request fields are refused (400)."
test('every operation documents the error for an unknown field, and shows its requestId and the address of its page', async () => {
  const { paths } = JSON.parse((await read('/openapi.json')).text) as OpenApi;
  for (const [path, { responses }] of Object.entries(paths).flatMap(([at, methods]) =>
    Object.values(methods).map((operation) => [at, operation] as const),
  )) {
    if (PAGES.includes(`GET ${path}`)) continue;
    const isOtherProtocol = AGENTS.includes(`POST ${path}`);
    expect(responses['400']?.description.includes('`invalid_request`'), path).toBe(!isOtherProtocol);
    for (const { content } of Object.values(responses)) {
      const examples = Object.values(content?.['application/json']?.examples ?? {});
      expect(examples.every(({ value }) => 'requestId' in value.error && 'documentation' in value.error)).toBe(true);
    }
  }
});

// issue 10.8: "Everything above is in the OpenAPI document"
test('a webhook is documented as the request that its receiver gets, with an example of its schema', async () => {
  const document = await documentOf(gatewayUrl());
  const { parameters, requestBody, responses } = document.webhooks['executionEnded']!.post;
  expect(parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
  expect(Object.keys(responses).toSorted()).toEqual(['2XX', '410', 'default']);
  const { schema, example } = requestBody.content['application/json'];
  expect(problemsOf(document, schema, example)).toEqual([]);
  const told = example as { readonly type: string; readonly data: object };
  for (const other of [
    { ...told, type: 'execution.failed' },
    { ...told, data: { ...told.data, status: 'running' } },
  ])
    expect(problemsOf(document, schema, other)).not.toEqual([]);
});

// issue 2.4: "/healthz, /readyz"
// spec 1: "Every response carries Cache-Control: no-store."
test.each(['/healthz', '/readyz', '/openapi.json'])(
  '%s answers without a key, and is not to be cached',
  async (path) => {
    const { response } = await read(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-request-id')).toMatch(/\S/);
  },
);

// issue 2.4: "/metrics on its own port"
test('metrics are not served to clients', async () => {
  expect((await read('/metrics')).response.ok).toBe(false);
});
