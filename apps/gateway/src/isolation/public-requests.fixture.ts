/** For the matrix of tenant isolation: requests of each API route with every field that can name something of a project. */
import { type Route, ROUTES, type RouteName } from '@farebox/contract';
import { newId } from '@farebox/kernel';
import { textsOf } from './texts.fixture.ts';

/** Names of a project's things that a request can contain. */
export interface Named {
  readonly executionId: string;
  /** Key of the requests that created the execution and the batch. */
  readonly idempotencyKey: string;
  readonly fileId: string;
  /** An artifact of the execution. */
  readonly artifactId: string;
  readonly template: string;
  readonly batchId: string;
  /** A price version that results from the project's negotiated terms only. */
  readonly priceVersion: string;
  /** An event of the execution's stream, and of the stream of all executions. */
  readonly eventId: string;
  readonly batchEventId: string;
  readonly positionId: string;
}
export type Name = keyof Named;

export const NOBODYS: Omit<Named, 'positionId'> = {
  executionId: newId('execution'),
  idempotencyKey: 'of-nobody',
  fileId: newId('file'),
  artifactId: newId('file'),
  template: 'nobodys',
  batchId: newId('batch'),
  priceVersion: '2026-01-01.00000000',
  eventId: 'AAAAAAAAAAAAAAAAAAAAAA',
  batchEventId: 'AAAAAAAAAAAAAAAAAAAAAB',
};

export interface PublicRequest {
  /** Such as `GET /tools`. */
  readonly request: string;
  readonly json?: object;
  readonly headers?: Readonly<Record<string, string>>;
}
type Naming = (named: Named) => PublicRequest;

const get = (path: string, headers: PublicRequest['headers'] = {}): PublicRequest => ({
  request: `GET ${path}`,
  headers,
});
const post = (path: string, json: object, headers: PublicRequest['headers'] = {}): PublicRequest => ({
  request: `POST ${path}`,
  json,
  headers: { 'Idempotency-Key': 'of-a-stranger', ...headers },
});
const analysisOf = (fileId: string) => ({ tool: 'image-analyze', arguments: { source: { fileId } } });
const SAMPLE = analysisOf('file_sample_photo');
/** A price version that was never in force: names are looked up before prices are compared, and nothing is bought. */
const UNSOLD = { priceVersion: '2020-01-01.00000000', maximumChargeMicros: 1 };
const batchOf = ({ tool, arguments: each }: { readonly tool: string; readonly arguments: object }) => ({
  tool,
  items: [{ arguments: each }],
});

/** If a request has several names, they are exchanged one by one and together. */
export const REQUESTS: Readonly<Record<RouteName, readonly Naming[]>> = {
  getProject: [() => get('/tools/project')],
  getUsage: [() => get('/tools/usage')],
  getCatalog: [() => get('/tools')],
  createQuote: [
    ({ fileId }) => post('/tools/quote', analysisOf(fileId)),
    ({ artifactId }) => post('/tools/quote', analysisOf(artifactId)),
    ({ template }) => post('/tools/quote', { tool: `@${template}`, arguments: {} }),
  ],
  uploadFile: [() => post('/tools/upload', { mimeType: 'image/png', data: '' })],
  uploadFromUrl: [() => post('/tools/upload-from-url', { url: 'https://127.0.0.1/', mimeType: 'image/png' })],
  createUploadUrl: [() => post('/tools/upload-urls', { mimeType: 'image/png' })],
  createExecution: [
    ({ fileId }) => post('/tools/image-analyze', { ...analysisOf(fileId), ...UNSOLD }),
    ({ template }) => post(`/tools/@${template}`, { tool: `@${template}`, arguments: {}, ...UNSOLD }),
    ({ priceVersion }) => post('/tools/image-analyze', { ...SAMPLE, ...UNSOLD, priceVersion }),
    ({ idempotencyKey }) =>
      post('/tools/image-analyze', { ...SAMPLE, ...UNSOLD }, { 'Idempotency-Key': idempotencyKey }),
  ],
  listExecutions: [
    ({ executionId }) => get(`/tools/executions?before=${executionId}`),
    ({ template }) => get(`/tools/executions?tool=@${template}`),
    ({ idempotencyKey }) => get(`/tools/executions?idempotencyKey=${idempotencyKey}`),
  ],
  getExecution: [({ executionId }) => get(`/tools/executions/${executionId}`)],
  streamExecution: [
    ({ executionId, eventId }) => get(`/tools/executions/${executionId}/events`, { 'Last-Event-ID': eventId }),
  ],
  streamExecutions: [
    ({ template }) => get(`/tools/events?tool=@${template}`),
    ({ positionId }) => get('/tools/events', { 'Last-Event-ID': positionId }),
  ],
  createEventUrl: [
    ({ executionId }) => post('/tools/event-urls', { executionId }),
    ({ batchId }) => post('/tools/event-urls', { batchId }),
    // A filter alone always succeeds, with a URL that is never the same.
    ({ executionId, template }) => post('/tools/event-urls', { executionId, tool: `@${template}` }),
  ],
  readExecutions: [({ executionId }) => post('/tools/executions/read', { ids: [executionId] })],
  cancelExecution: [({ executionId }) => post(`/tools/executions/${executionId}/cancel`, {})],
  downloadArtifact: [
    ({ executionId, artifactId }) => get(`/tools/executions/${executionId}/artifacts/${artifactId}/download`),
  ],
  createBatchQuote: [
    ({ fileId }) => post('/tools/batches/quote', batchOf(analysisOf(fileId))),
    ({ template }) => post('/tools/batches/quote', batchOf({ tool: `@${template}`, arguments: {} })),
  ],
  createBatch: [
    ({ fileId }) => post('/tools/batches', { ...batchOf(analysisOf(fileId)), ...UNSOLD }),
    ({ template }) => post('/tools/batches', { ...batchOf({ tool: `@${template}`, arguments: {} }), ...UNSOLD }),
    ({ priceVersion }) => post('/tools/batches', { ...batchOf(SAMPLE), ...UNSOLD, priceVersion }),
    ({ idempotencyKey }) =>
      post('/tools/batches', { ...batchOf(SAMPLE), ...UNSOLD }, { 'Idempotency-Key': idempotencyKey }),
  ],
  listBatches: [
    ({ batchId }) => get(`/tools/batches?before=${batchId}`),
    ({ idempotencyKey }) => get(`/tools/batches?idempotencyKey=${idempotencyKey}`),
  ],
  getBatch: [({ batchId }) => get(`/tools/batches/${batchId}`)],
  cancelBatch: [({ batchId }) => post(`/tools/batches/${batchId}/cancel`, {})],
  streamBatch: [
    ({ batchId, batchEventId }) => get(`/tools/batches/${batchId}/events`, { 'Last-Event-ID': batchEventId }),
  ],
  getBatchResults: [({ batchId }) => get(`/tools/batches/${batchId}/results`)],
  saveTemplate: [
    ({ template }) => post('/tools/templates', { name: template, parameters: {}, steps: [] }),
    ({ fileId }) => post('/tools/templates', { name: 'of-a-file', parameters: {}, steps: [analysisOf(fileId), {}] }),
  ],
  listTemplates: [() => get('/tools/templates')],
  getTemplate: [({ template }) => get(`/tools/templates/${template}`)],
  getTemplateVersion: [({ template }) => get(`/tools/templates/${template}/1`)],
  activateTemplate: [({ template }) => post(`/tools/templates/${template}/activate`, { version: 1 })],
  archiveTemplate: [({ template }) => post(`/tools/templates/${template}/archive`, {})],
};

/** Text fields that name nothing of a project, as the route table calls them. */
const NO_IDS: readonly string[] = [
  'header.Accept-Encoding',
  'header.If-None-Match', // the tag of another project's catalog is the digest of content that the client must know
  'header.Prefer',
  'header.Cancel-After',
  'path.version',
  'body.data',
  'body.sha256',
  'body.url', // fetched like any client's request: a signed download URL of another project is the permission by itself
  'body.title',
  'body.description',
  'body.steps[].tool', // a tool of the catalog: a step cannot be a template
];
const isNone = (at: string): boolean => NO_IDS.includes(at) || at.startsWith('body.parameters.');

/** Returns the names that a request contains. */
export function namesOf(naming: Naming): readonly Name[] {
  const seen = new Set<Name>();
  naming(new Proxy({} as Named, { get: (_, name) => (seen.add(name as Name), String(name)) }));
  return [...seen];
}

/** Returns the fields of a route that can name something of a project and that no request above fills. */
export function unfilledFields(route: RouteName): readonly string[] {
  const of = (text: string): Named => new Proxy({} as Named, { get: () => text });
  const asked = REQUESTS[route].map((naming) => [naming(of('one')), naming(of('two'))] as const);
  const described: Route = ROUTES[route];
  return textsOf(described)
    .map(({ at }) => at)
    .filter((at) => !isNone(at) && asked.every(([one, two]) => valueAt(route, at, one) === valueAt(route, at, two)));
}

function valueAt(route: RouteName, at: string, { request, json, headers = {} }: PublicRequest): string {
  const [kind = '', ...rest] = at.split('.');
  const name = rest.join('.');
  const [path = '', query = ''] = (request.split(' ')[1] ?? '').split('?');
  if (kind === 'header') return headers[name] ?? '';
  if (kind === 'query') return new URLSearchParams(query).get(name) ?? '';
  if (kind === 'path') return path.split('/')[ROUTES[route].path.split('/').indexOf(`{${name}}`)] ?? '';
  return JSON.stringify(within(json, rest)) ?? '';
}

function within(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value;
  const inner = (value as Readonly<Record<string, unknown>> | undefined)?.[step.replace('[]', '')];
  return step.endsWith('[]')
    ? (inner as readonly unknown[] | undefined)?.map((each) => within(each, rest))
    : within(inner, rest);
}
