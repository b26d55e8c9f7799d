/**
 * Writes a manifest for one operation of an OpenAPI document. It has what the document states; the rest is left out, so
 * that reading the manifest names it. Pure.
 */
import { FILE_TYPES, type FileType } from '@farebox/kernel';
import { below, isObject } from '@farebox/price-rules';
import { MANIFEST_LIMITS } from '../limits.ts';
import type { JsonMembers, JsonValue } from '../manifest.ts';
import { secretNameProblem } from '../runner/secret-name.ts';
import { type Operation, operationOf } from './operation.ts';
import { listAt, type Members, objectAt, textAt } from './resolve.ts';
import { type Restating, restated, ROOT, SCHEMAS_MAX } from './schema.ts';

export type Imported =
  | {
      readonly ok: true;
      /** A manifest that is not complete. */
      readonly manifest: JsonMembers;
      /** Parts of the document that a manifest cannot have. */
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly problem: string };

export interface Importing {
  readonly operation: string;
  /** The name of the tool. */
  readonly name: string;
}

export const NOTES_MAX = 50;

/** @param document OpenAPI 3, as parsed from JSON or YAML. */
export function importOpenApi(document: unknown, { operation: id, name }: Importing): Imported {
  const found = operationOf(document, id);
  if (!found.ok) return found;
  const { operation } = found;
  const notes: string[] = [];
  const files: Restating['files'] = new Map();
  const restating: Restating = {
    document,
    use: 'input',
    files,
    left: { schemas: SCHEMAS_MAX },
    note(at, note) {
      if (notes.length < NOTES_MAX) notes.push(`${at === '' ? 'the body' : at} ${note}`);
    },
  };
  const body = bodyOf(document, operation);
  if (!body.ok) return body;
  const given = argumentsOf(operation, body.schema, restating);
  if (!given.ok) return given;
  return {
    ok: true,
    notes,
    manifest: {
      farebox: 1,
      name,
      ...headingOf(operation),
      input: given.input,
      example: exampleOf(given.input, body.example),
      ...(files.size === 0 ? {} : { files: Object.fromEntries([...files].map(fileRule)) }),
      ...outputOf(document, operation),
      runner: {
        kind: 'openapi',
        ...(operation.url === null ? {} : { url: operation.url }),
        ...secretOf(document, operation, { name, notes }),
        method: operation.method,
        path: operation.path,
        ...given.request,
        ...(files.size === 0 ? {} : { files: 'base64' }),
        ...(resultOf(document, operation).mimeType === null ? {} : { artifacts: [''] }),
      },
    },
  };
}

function headingOf({ id, members }: Operation): JsonMembers {
  const title = (textAt(members, 'summary') ?? id).replaceAll(/\s+/g, ' ').slice(0, MANIFEST_LIMITS.titleCharacters);
  const description = (textAt(members, 'description') ?? title).slice(0, MANIFEST_LIMITS.descriptionCharacters);
  return { title, description };
}

type Body =
  | { readonly ok: true; readonly schema: Members | null; readonly example: unknown }
  | { readonly ok: false; readonly problem: string };

const JSON_TYPE = 'application/json';

function bodyOf(document: unknown, { id, method, members }: Operation): Body {
  const content = objectAt(document, objectAt(document, members['requestBody'])['content']);
  const types = Object.keys(content);
  if (types.length === 0 || method === 'GET') return { ok: true, schema: null, example: undefined };
  if (!types.includes(JSON_TYPE))
    return { ok: false, problem: `${id} takes ${types.slice(0, 5).join(', ')}: a tool sends ${JSON_TYPE}` };
  const media = objectAt(document, content[JSON_TYPE]);
  const schema = objectAt(document, media['schema']);
  return { ok: true, schema, example: media['example'] ?? schema['example'] };
}

type Arguments =
  | { readonly ok: true; readonly input: JsonMembers; readonly request: JsonMembers }
  | { readonly ok: false; readonly problem: string };

/** The parameters and the members of the body, as properties of one object. */
function argumentsOf(operation: Operation, body: Members | null, restating: Restating): Arguments {
  const whole = body === null ? null : restated(body, ROOT, restating);
  if (whole !== null && whole['type'] !== 'object')
    return { ok: false, problem: `${operation.id} takes a body that is no object: a tool sends objects` };
  const inBody = whole !== null && isObject(whole['properties']) ? whole['properties'] : {};
  const parameters = operation.parameters.filter(({ in: place }) => place === 'path' || place === 'query');
  for (const { name, in: place, isRequired } of operation.parameters)
    if (isRequired && place !== 'path' && place !== 'query')
      restating.note(`the parameter ${name}`, `is in "${place}", which a tool does not send`);
  const twice = parameters.find(({ name }) => Object.hasOwn(inBody, name));
  if (twice !== undefined)
    return {
      ok: false,
      problem: `${operation.id} has two arguments named ${twice.name}: rename one in a copy of the file`,
    };
  const stated = parameters.flatMap(({ name, schema }) => {
    const found = restated(schema, { at: below('', name), depth: 1 }, restating);
    return found === null ? [] : [[name, found] as const];
  });
  const isNeeded = (name: string): boolean => stated.some(([each]) => each === name);
  const required = [
    ...parameters.filter(({ name, isRequired }) => isRequired && isNeeded(name)).map(({ name }) => name),
    ...listAt(whole ?? {}, 'required').map(String),
  ];
  const query = parameters.filter(({ in: place, name }) => place === 'query' && isNeeded(name));
  return {
    ok: true,
    input: {
      type: 'object',
      additionalProperties: false,
      ...(required.length === 0 ? {} : { required }),
      properties: { ...Object.fromEntries(stated), ...inBody },
    },
    request: {
      ...(query.length === 0 ? {} : { query: referring(query.map(({ name }) => name)) }),
      // Without a body, all arguments are sent, those of the path and the query too.
      ...(stated.length === 0 || operation.method === 'GET' ? {} : { body: referring(Object.keys(inBody)) }),
    },
  };
}

const referring = (names: readonly string[]): JsonMembers =>
  Object.fromEntries(names.map((name) => [name, { arg: below('', name) }]));

/** Arguments that the document has as examples, defaults or only choices. */
export function exampleOf(input: JsonMembers, example: unknown): JsonMembers {
  const whole = isObject(example) ? example : {};
  const properties = input['properties'] as Readonly<Record<string, JsonMembers>>;
  const found = Object.entries(properties).flatMap(([name, { default: byDefault, enum: words, const: only }]) => {
    const value = Object.hasOwn(whole, name)
      ? whole[name]
      : (byDefault ?? only ?? (words as readonly JsonValue[])?.[0]);
    return value === undefined ? [] : [[name, value as JsonValue]];
  });
  return Object.fromEntries(found) as JsonMembers;
}

const fileRule = ([pointer, mimeType]: readonly [string, FileType | null]): [string, JsonMembers] => [
  pointer,
  mimeType === null ? {} : { mimeTypes: [mimeType] },
];

interface Stated {
  /** The type of a file that is the whole response; null if it is JSON or not stated. */
  readonly mimeType: FileType | null;
  readonly schema: Members | null;
}

function resultOf(document: unknown, { members }: Operation): Stated {
  const responses = objectAt(document, members['responses']);
  const [status] = ['200', '201', '202', '2XX', 'default'].filter((each) => Object.hasOwn(responses, each));
  const content = objectAt(document, objectAt(document, responses[status ?? ''])['content']);
  const file = Object.keys(content).find((type): type is FileType => Object.hasOwn(FILE_TYPES, type));
  if (Object.hasOwn(content, JSON_TYPE))
    return { mimeType: null, schema: objectAt(document, objectAt(document, content[JSON_TYPE])['schema']) };
  return { mimeType: file ?? null, schema: null };
}

/** A schema of results only describes them, so one that a manifest cannot say is left out. */
function outputOf(document: unknown, operation: Operation): JsonMembers {
  const { mimeType, schema } = resultOf(document, operation);
  if (mimeType !== null) return { output: { artifacts: [{ mimeTypes: [mimeType] }] } };
  if (schema === null || Object.keys(schema).length === 0) return {};
  const result = restated(schema, ROOT, {
    document,
    use: 'result',
    files: new Map(),
    left: { schemas: SCHEMAS_MAX },
    note: () => {},
  });
  return result === null ? {} : { output: { result } };
}

function secretOf(
  document: unknown,
  { members }: Operation,
  { name, notes }: { readonly name: string; readonly notes: string[] },
): JsonMembers {
  const root = isObject(document) ? document : {};
  const [needed] = listAt(Object.hasOwn(members, 'security') ? members : root, 'security');
  const [scheme] = isObject(needed) ? Object.keys(needed) : [];
  if (scheme === undefined) return {};
  const {
    type,
    in: place,
    name: header,
    scheme: word,
  } = objectAt(document, objectAt(document, objectAt(document, root['components'])['securitySchemes'])[scheme]);
  const secret = secretNameProblem(name) === null ? { secret: name } : {};
  if (type === 'http' && String(word).toLowerCase() === 'bearer') return secret;
  if (type === 'oauth2' || type === 'openIdConnect') return secret;
  if (type === 'http') return { ...secret, auth: { header: 'authorization', scheme: 'Basic' } };
  if (type === 'apiKey' && place === 'header' && typeof header === 'string') return { ...secret, auth: { header } };
  notes.push(`the security scheme ${scheme} is not a header, which is all that a tool sends`);
  return {};
}
