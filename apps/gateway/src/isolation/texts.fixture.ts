/**
 * Finds every text field of a request in the schemas of its route. Since all ids are texts, an id cannot be in any other
 * field.
 */
import type { TSchema } from 'typebox';

export interface TextField {
  /** `path.id`, `query.before`, `body.projectIds[]`, `body.tools.*` for the member names, `header.Last-Event-ID`. */
  readonly at: string;
  readonly schema: Node;
}

interface Described {
  readonly params?: Readonly<Record<string, TSchema>>;
  readonly query?: TSchema;
  readonly headers?: Readonly<Record<string, TSchema>>;
  readonly optionalHeaders?: Readonly<Record<string, TSchema>>;
  readonly body?: { readonly schema: TSchema };
}

/** The subset of JSON Schema that our schemas use. */
interface Node {
  readonly $id?: string;
  readonly type?: string;
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly anyOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly patternProperties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node | boolean;
  readonly items?: Node;
}

const OTHER_THAN_TEXT = ['boolean', 'integer', 'number', 'null'];

export function textsOf({
  params = {},
  query,
  headers = {},
  optionalHeaders = {},
  body,
}: Described): readonly TextField[] {
  const named = (kind: string, schemas: Readonly<Record<string, TSchema>>) =>
    Object.entries(schemas).flatMap(([name, schema]) => within(`${kind}.${name}`, schema as Node));
  return [
    ...named('path', params),
    ...named('header', { ...headers, ...optionalHeaders }),
    ...(query === undefined ? [] : within('query', query)),
    ...(body === undefined ? [] : within('body', body.schema)),
  ];
}

function within(at: string, schema: Node): readonly TextField[] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((each) => within(at, each));
  if (schema.items !== undefined) return within(`${at}[]`, schema.items);
  const values = valuesOf(schema);
  if (values.length > 0) return [{ at: `${at}.*`, schema: {} }, ...values.flatMap((each) => within(`${at}.*`, each))];
  if (schema.properties !== undefined)
    return Object.entries(schema.properties).flatMap(([name, each]) => within(`${at}.${name}`, each));
  const isClosed = schema.enum !== undefined || schema.const !== undefined;
  return isClosed || OTHER_THAN_TEXT.includes(schema.type ?? '') ? [] : [{ at, schema }];
}

/** Schemas of the members of an object whose member names the client chooses. */
function valuesOf({ patternProperties = {}, additionalProperties }: Node): readonly Node[] {
  const others = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  return [...Object.values(patternProperties), ...others];
}
