/** Describes one endpoint as an OpenAPI operation. */
import type { TSchema } from 'typebox';
import type { ErrorMessage } from '../errors.ts';
import type { Endpoint } from '../routes/route.ts';
import { USE_OF } from '../schemas/primitives.ts';
import type { References } from './references.ts';
import type { ExamplesByOperation } from './request-examples.ts';
import { responsesOf } from './responses.ts';

/** The common properties of all operations of a document. */
export interface Api<E extends Endpoint> {
  /** The security scheme; null if the path itself is the permission. */
  readonly security: string | null;
  readonly tagOf: (endpoint: E) => string;
  /** The required permission, as a sentence at the end of the description. */
  readonly rightsOf: (endpoint: E) => string;
  /** Errors that every operation can return. */
  readonly alwaysPossible: readonly ErrorMessage[];
}

interface Described<E extends Endpoint> {
  readonly api: Api<E>;
  readonly route: E;
  readonly references: References;
  readonly requests: ExamplesByOperation;
}

export function pathsOf<E extends Endpoint>(
  routes: Readonly<Record<string, E>>,
  document: Omit<Described<E>, 'route'>,
): Readonly<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, route] of Object.entries(routes)) {
    const { path, method } = route;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name, { ...document, route }) };
  }
  return paths;
}

function operation<E extends Endpoint>(name: string, described: Described<E>): unknown {
  const { api, route, references, requests } = described;
  const { refer } = references;
  return {
    operationId: name,
    summary: route.summary,
    description: `${route.description}\n\n${api.rightsOf(route)}`,
    tags: [api.tagOf(route)],
    security: api.security === null ? [] : [{ [api.security]: [] }],
    ...parametersOf(route, refer),
    ...bodyOf(route, refer, requests[name]),
    responses: responsesOf(name, { ...route, errors: [...route.errors, ...api.alwaysPossible] }, refer),
  };
}

function parametersOf(route: Endpoint, refer: References['refer']) {
  const query = route.query?.properties ?? {};
  const parameters = [
    ...parameterList('path', route.params ?? {}, refer),
    ...parameterList('query', query, refer),
    ...parameterList('header', route.headers ?? {}, refer),
    ...parameterList('header', route.optionalHeaders ?? {}, refer).map(optional),
  ];
  return parameters.length > 0 ? { parameters } : {};
}

const optional = <T extends { readonly required: boolean }>(parameter: T) => ({ ...parameter, required: false });

function parameterList(
  location: 'path' | 'query' | 'header',
  schemas: Readonly<Record<string, TSchema>>,
  refer: References['refer'],
) {
  return Object.entries(schemas).map(([name, schema]) => {
    const { description, ...rest } = schema as { description?: string };
    const required = location !== 'query';
    const about = description === undefined ? {} : { description };
    // The description of a named schema stays with the schema.
    // `fields=name,title`: a list is one parameter, separated by commas.
    const form = (schema as { type?: string }).type === 'array' ? { style: 'form', explode: false } : {};
    return {
      name,
      in: location,
      required,
      ...about,
      ...form,
      schema: refer('$id' in schema || USE_OF in schema ? schema : rest),
    };
  });
}

function bodyOf(route: Endpoint, refer: References['refer'], examples: ExamplesByOperation[string]) {
  if (route.body === undefined) return {};
  const { kind, schema, example, optional } = route.body;
  if (kind === 'bytes')
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema: refer(schema) } } } };
  const shown = examples === undefined ? { example } : { examples };
  return {
    requestBody: { required: optional !== true, content: { 'application/json': { schema: refer(schema), ...shown } } },
  };
}
