/** The responses of an operation: successes with a body that was really answered, and all that can go wrong. */
import { ERRORS, type ErrorMessage } from '../errors.ts';
import type { Endpoint, RouteResponse } from '../routes/route.ts';
import { errorBody, success } from '../schemas/index.ts';
import { recordedFor } from './examples.ts';
import { headersOf } from './headers.ts';
import { linksOf } from './links.ts';
import type { References } from './references.ts';

type Refer = References['refer'];

export function responsesOf(name: string, route: Endpoint, refer: Refer) {
  return { ...successesOf(name, route, refer), ...errorsOf(name, route, refer) };
}

function successesOf(name: string, route: Endpoint, refer: Refer) {
  return Object.fromEntries(
    Object.entries<RouteResponse>(route.successes).map(([code, response]) => {
      const schema = response.mediaType === undefined ? success(response.schema) : response.schema;
      const content = { schema: refer(schema), ...recordedFor(name, code) };
      return [code, { ...successOf(response, content), ...linksOf(name) }];
    }),
  );
}

function successOf(response: RouteResponse, content: object) {
  return {
    description: response.description,
    headers: headersOf(['Cache-Control', 'X-Request-Id', 'RateLimit-Policy', 'RateLimit'], response.headers),
    content: { [response.mediaType ?? 'application/json']: content },
  };
}

function errorsOf(name: string, route: Endpoint, refer: Refer) {
  const messages = [...new Set<ErrorMessage>(route.errors)];
  const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}Error`;
  const schema = refer(errorBody(id, messages, `What \`${name}\` can be refused for.`));
  const codes = [...new Set(messages.map((message) => ERRORS[message].http))].sort((a, b) => a - b);
  return Object.fromEntries(
    codes.map((http) => [
      http,
      errorOf(
        messages.filter((message) => ERRORS[message].http === http),
        schema,
      ),
    ]),
  );
}

function errorOf(messages: readonly ErrorMessage[], schema: unknown) {
  const { http } = ERRORS[messages[0] as ErrorMessage];
  return {
    description: messages.map(lineOf).join('\n'),
    headers: headersOf([
      'Cache-Control',
      'X-Request-Id',
      // Who is not known has no budget that could be shown.
      ...(http === 401 ? (['WWW-Authenticate'] as const) : (['RateLimit-Policy', 'RateLimit'] as const)),
      ...(http === 429 || http === 503 ? (['Retry-After'] as const) : []),
    ]),
    content: {
      'application/json': {
        schema,
        examples: Object.fromEntries(messages.map((message) => [message, { value: exampleOf(message) }])),
      },
    },
  };
}

const lineOf = (message: ErrorMessage): string =>
  `- \`${message}\` (${ERRORS[message].status}): ${ERRORS[message].advice}`;

/** As the gateway answers: only a failure of ours is named for a report. */
function exampleOf(message: ErrorMessage) {
  const { http, status } = ERRORS[message];
  return { error: { status, message, ...(http >= 500 ? { requestId: 'req_01m7ydwz2kfs8t1s6dr3m2bq6e' } : {}) } };
}
