/** One route as an OpenAPI operation. */
import type { TSchema } from 'typebox';
import type { Route } from '../routes/route.ts';
import type { References } from './references.ts';
import type { ExamplesByOperation } from './request-examples.ts';
import { responsesOf } from './responses.ts';

export interface Described {
  readonly route: Route;
  readonly references: References;
  readonly requests: ExamplesByOperation;
}

export function operation(name: string, { route, references: { refer }, requests }: Described): unknown {
  return {
    operationId: name,
    summary: route.summary,
    description: `${route.description}\n\nScope: \`${route.scope}\`.`,
    tags: [tagOf(route)],
    security: [{ apiKey: [] }],
    ...parametersOf(route, refer),
    ...bodyOf(route, refer, requests[name]),
    responses: responsesOf(name, route, refer),
  };
}

const tagOf = (route: Route): string => (route.path.startsWith('/tools/executions') ? 'Executions' : 'Tools');

function parametersOf(route: Route, refer: References['refer']) {
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
  place: 'path' | 'query' | 'header',
  schemas: Readonly<Record<string, TSchema>>,
  refer: References['refer'],
) {
  return Object.entries(schemas).map(([name, schema]) => {
    const { description, ...rest } = schema as { description?: string };
    const required = place !== 'query';
    const about = description === undefined ? {} : { description };
    // A named schema keeps its description where its name is explained.
    return { name, in: place, required, ...about, schema: refer('$id' in schema ? schema : rest) };
  });
}

function bodyOf(route: Route, refer: References['refer'], examples: ExamplesByOperation[string]) {
  if (route.body === undefined) return {};
  const { schema, example, optional } = route.body;
  const shown = examples === undefined ? { example } : { examples };
  return {
    requestBody: { required: optional !== true, content: { 'application/json': { schema: refer(schema), ...shown } } },
  };
}
