/**
 * Checks every response of this suite against the schema that the OpenAPI document has for its operation and code, so that a client generated
 * from the document can read every body.
 */
import { expect } from 'vitest';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

export interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: { readonly 'application/json': RequestContent } };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}
/** Has either one example or several named ones. */
interface RequestContent {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
export interface Link {
  readonly operationId: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly requestBody?: unknown;
}
interface ResponseObject {
  readonly description: string;
  readonly links?: Readonly<Record<string, Link>>;
  readonly headers?: Readonly<Record<string, object>>;
  /** Absent for a response without a body. */
  readonly content?: { readonly 'application/json': { readonly schema: object; readonly example?: unknown } };
}
interface Webhook {
  readonly parameters: readonly { readonly name: string }[];
  readonly requestBody: { readonly content: { readonly 'application/json': RequestContent } };
  readonly responses: Readonly<Record<string, object>>;
}
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Webhook }>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

export interface Replied {
  /** Base URL with its path, without a trailing slash. */
  readonly gatewayUrl: string;
  readonly method: string;
  /** Path below the base URL, without the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Headers that clients act on: each must be documented. */
const NAMED = [
  'Cache-Control',
  'Idempotent-Replayed',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
];
/** Headers that every response has if they are documented. Without its store, the rate limit is not counted. */
const UNCONDITIONAL = ['Cache-Control', 'WWW-Authenticate', 'X-Request-Id'];

const documents = new Map<string, Promise<Document>>();

/** The document as the gateway serves it; read once. */
export function documentOf(gatewayUrl: string): Promise<Document> {
  const known = documents.get(gatewayUrl);
  if (known !== undefined) return known;
  const read = fetch(`${gatewayUrl}/openapi.json`).then((response) => response.json() as Promise<Document>);
  documents.set(gatewayUrl, read);
  return read;
}

/** The operation of a path; like a router it prefers the template with the most literal parts. Null for an unknown path. */
function operationOf({ paths }: Document, method: string, path: string): Operation | null {
  const segments = path.split('/');
  const fitting = Object.entries(paths).filter(([template]) => fits(template.split('/'), segments));
  const [first] = fitting.toSorted(([a], [b]) => parametersOf(a) - parametersOf(b));
  return first?.[1][method.toLowerCase()] ?? null;
}

const fits = (template: readonly string[], path: readonly string[]): boolean =>
  template.length === path.length && template.every((part, index) => part.startsWith('{') || part === path[index]);
const parametersOf = (template: string): number => template.split('{').length - 1;

const validators = new WeakMap<object, ValidateFunction>();
const NOTHING = { not: {} };
const compilers = new WeakMap<Document, Ajv2020>();

export async function expectDocumented({ gatewayUrl, method, path, status, headers, body }: Replied): Promise<void> {
  const document = await documentOf(gatewayUrl);
  const operation = operationOf(document, method, path);
  // An unknown path has nothing to document, whatever it looks like.
  if (operation === null || isNotFound(body)) return;
  const described = operation.responses[String(status)];
  const asked = `${method} ${path} answered ${status}`;
  expect(described, `${asked}, which its operation does not document`).not.toBe(undefined);
  const { headers: documented = {} } = described as ResponseObject;
  const came = NAMED.filter((name) => headers.has(name));
  expect(Object.keys(documented), `headers: ${asked}`).toEqual(expect.arrayContaining(came));
  const always = UNCONDITIONAL.filter((name) => name in documented);
  expect(came, `headers: ${asked}`).toEqual(expect.arrayContaining(always));
  const problems = problemsOf(
    document,
    (described as ResponseObject).content?.['application/json'].schema ?? NOTHING,
    body,
  );
  expect(problems, `${asked}, and not as documented: ${JSON.stringify(body)?.slice(0, 500)}`).toEqual([]);
}

const isNotFound = (body: unknown): boolean =>
  (body as { error?: { message?: string } }).error?.message === 'not_found';

export function problemsOf(document: Document, schema: object, body: unknown): string[] {
  const validate = validators.get(schema) ?? compile(document, schema);
  if (validate(body)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function compile(document: Document, schema: object): ValidateFunction {
  const ajv = compilers.get(document) ?? compilerOf(document);
  const rooted = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')) as object;
  const validate = ajv.compile(rooted);
  validators.set(schema, validate);
  return validate;
}

function compilerOf(document: Document): Ajv2020 {
  // Formats are hints for types of a client; the patterns beside them are checked.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, discriminator: false });
  ajv.addSchema({ $id: 'openapi', components: document.components });
  compilers.set(document, ajv);
  return ajv;
}
