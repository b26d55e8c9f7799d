/** One route as an OpenAPI operation. */
import type { TSchema } from 'typebox';
import { ERRORS, type ErrorMessage } from '../errors.ts';
import { ALWAYS_POSSIBLE, type Route, type RouteAnswer } from '../routes/route.ts';
import { ErrorBody, success } from '../schemas/index.ts';
import type { References } from './references.ts';

/** Headers of every answer to an authenticated key. */
const COMMON_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Request-Id': 'Names this request in our logs.',
  'RateLimit-Policy': 'The quota of the key and its window in seconds.',
  RateLimit: 'What is left of it, and seconds to the end of the window.',
};

export function operation(name: string, route: Route, { refer }: References): unknown {
  return {
    operationId: name,
    summary: route.summary,
    description: `${route.description}\n\nScope: \`${route.scope}\`.`,
    tags: [tagOf(route)],
    security: [{ apiKey: [] }],
    ...parametersOf(route, refer),
    ...bodyOf(route, refer),
    responses: { ...answersOf(route, refer), ...errorsOf(route, refer) },
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
    return { name, in: place, required, ...(description === undefined ? {} : { description }), schema: refer(rest) };
  });
}

function bodyOf(route: Route, refer: References['refer']) {
  if (route.body === undefined) return {};
  const { schema, example, optional } = route.body;
  return {
    requestBody: { required: optional !== true, content: { 'application/json': { schema: refer(schema), example } } },
  };
}

function answersOf(route: Route, refer: References['refer']) {
  return Object.fromEntries(Object.entries(route.answers).map(([code, answer]) => [code, answerOf(answer, refer)]));
}

function answerOf(answer: RouteAnswer, refer: References['refer']) {
  return {
    description: answer.description,
    headers: headersOf({ ...COMMON_HEADERS, ...answer.headers }),
    content: { 'application/json': { schema: refer(success(answer.schema)) } },
  };
}

function headersOf(headers: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );
}

function errorsOf(route: Route, refer: References['refer']) {
  const byCode = new Map<number, ErrorMessage[]>();
  for (const message of [...route.errors, ...ALWAYS_POSSIBLE]) {
    const { http } = ERRORS[message];
    byCode.set(http, [...(byCode.get(http) ?? []), message]);
  }
  const answers = [...byCode]
    .sort(([a], [b]) => a - b)
    .map(([http, messages]) => [http, errorAnswer(messages, refer)] as const);
  return Object.fromEntries(answers);
}

function errorAnswer(messages: readonly ErrorMessage[], refer: References['refer']) {
  const lines = messages.map((message) => `- \`${message}\` (${ERRORS[message].status}): ${ERRORS[message].advice}`);
  const message = messages[0] as ErrorMessage;
  const { http, status } = ERRORS[message];
  return {
    description: lines.join('\n'),
    content: {
      'application/json': {
        schema: refer(ErrorBody),
        // As the gateway answers: only a failure of ours is named for a report.
        example: { error: { status, message, ...(http >= 500 ? { requestId: 'req_…' } : {}) } },
      },
    },
  };
}
