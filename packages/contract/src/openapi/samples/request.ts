/**
 * The request of a code sample: the parameters and the body of an operation filled with examples. One table has the
 * examples of all parameters, so that no sample is written by hand.
 */

export interface SampleRequest {
  readonly operationId: string;
  readonly method: string;
  /** Filled in: no braces. */
  readonly path: string;
  /** The variable of the environment that has the key; null: no key is needed. */
  readonly key: string | null;
  /** Without the key. */
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON body, a file, or none. */
  readonly body: { readonly json: Readonly<Record<string, unknown>> } | { readonly file: string } | null;
  readonly reply: 'json' | 'text' | 'stream' | 'headers';
}

/** The parts of an OpenAPI operation that a request needs. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}
interface Content {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

const EXECUTION_ID = 'exe_01m80n8fa1eynbt4w0bdxxnhnr';
const EXAMPLES: Readonly<Record<string, string>> = {
  address: 'ADDRESS',
  artifactId: 'file_01m80n8g2nedmrg6vwbfpxtqed',
  name: 'product-photo',
  run: 'exe_01m80n8fa1eynbt4w0bdxxnhnr.0',
  version: '1',
  'Idempotency-Key': 'order-17-photo-1',
  'Tus-Resumable': '1.0.0',
  'Upload-Length': '52428800',
  'Upload-Metadata': 'filetype dmlkZW8vbXA0',
  'Upload-Offset': '0',
};
/** Headers that another protocol defines. */
const PROTOCOL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  callMcp: { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25' },
};
/** The example that needs nothing but the image tools. */
const PREFERRED = 'image-resize';

export function sampleRequest(method: string, template: string, operation: DescribedOperation): SampleRequest {
  const { operationId, parameters = [], security } = operation;
  const body = bodyOf(operation);
  const required = parameters.filter((parameter) => parameter.required && parameter.in === 'header');
  const type = body === null ? {} : { 'Content-Type': Object.keys(operation.requestBody?.content ?? {})[0] as string };
  return {
    operationId,
    method: method.toUpperCase(),
    path: template.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathExample(name, template, body)),
    key: keyOf(security),
    headers: {
      ...type,
      ...PROTOCOL[operationId],
      ...Object.fromEntries(required.map(({ name }) => [name, exampleOf(name)])),
    },
    body,
    reply: replyOf(operation),
  };
}

function keyOf(security: DescribedOperation['security']): string | null {
  const schemes = security.map((each) => Object.keys(each)[0]);
  if (schemes.length === 0 || schemes.includes(undefined)) return null;
  return schemes.includes('runnerKey') ? 'FAREBOX_RUNNER_KEY' : 'FAREBOX_API_KEY';
}

function pathExample(name: string, template: string, body: SampleRequest['body']): string {
  if (name === 'tool') return body !== null && 'json' in body ? String(body.json['tool']) : 'image-resize';
  if (name !== 'id') return exampleOf(name);
  return template.startsWith('/tools/batches') ? EXECUTION_ID.replace('exe_', 'bat_') : EXECUTION_ID;
}

function exampleOf(name: string): string {
  const example = EXAMPLES[name];
  if (example === undefined) throw new Error(`the parameter "${name}" has no example for code samples`);
  return example;
}

function bodyOf({ requestBody }: DescribedOperation): SampleRequest['body'] {
  if (requestBody === undefined) return null;
  const content = requestBody.content['application/json'];
  if (content === undefined)
    return { file: 'application/octet-stream' in requestBody.content ? 'photo.png' : 'film.mp4' };
  const { example = {}, examples = {} } = content;
  const shown = examples[PREFERRED] ?? Object.values(examples)[0];
  return { json: (shown === undefined ? example : shown.value) as Readonly<Record<string, unknown>> };
}

function replyOf({ responses }: DescribedOperation): SampleRequest['reply'] {
  const [, success] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  const [type] = Object.keys(success?.content ?? {});
  if (type === undefined) return 'headers';
  if (type === 'text/event-stream') return 'stream';
  return type === 'application/json' ? 'json' : 'text';
}
