/** The responses of an operation: successes with a recorded body, and every possible error. */
import { ERRORS_PATH } from '../errors-page.ts';
import { ERRORS } from '../errors.ts';
import type { Endpoint, RouteResponse, UnchangedResponse } from '../routes/route.ts';
import { errorBody, success } from '../schemas/index.ts';
import { recordedFor } from './examples.ts';
import { headersOf } from './headers.ts';
import { linksOf } from './links.ts';
import type { References } from './references.ts';

type Refer = References['refer'];

export function responsesOf(name: string, route: Endpoint, refer: Refer) {
  return { ...successesOf(name, route, refer), ...errorsOf(name, { messages: route.errors, of: ERRORS }, refer) };
}

function successesOf(name: string, route: Endpoint, refer: Refer) {
  return Object.fromEntries(
    Object.entries<RouteResponse | UnchangedResponse>(route.successes).map(([code, response]) => {
      if (!('schema' in response)) return [code, withoutBody(response)];
      const schema = response.mediaType === undefined ? success(response.schema) : response.schema;
      const content = { schema: refer(schema), ...recordedFor(name, code) };
      return [code, { ...successOf(response, content), ...linksOf(name) }];
    }),
  );
}

const withoutBody = ({ description, headers }: Pick<RouteResponse, 'description' | 'headers'>) => ({
  description,
  headers: headersOf(['Cache-Control', 'X-Request-Id', 'RateLimit-Policy', 'RateLimit'], headers),
});

const successOf = (response: RouteResponse, content: object) => ({
  ...withoutBody(response),
  content: { [response.mediaType ?? 'application/json']: content },
});

interface Failure {
  readonly http: number;
  /** A google.rpc.Code name. */
  readonly status: string;
  readonly advice: string;
  readonly retryable: boolean;
}

export interface Failures<M extends string> {
  readonly messages: readonly M[];
  readonly of: Readonly<Record<M, Failure>>;
}

/** The error responses, keyed by HTTP status code. */
export function errorsOf<M extends string>(name: string, failures: Failures<M>, refer: Refer) {
  const { of } = failures;
  const messages = [...new Set<M>(failures.messages)];
  const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}Error`;
  const schema = refer(errorBody(id, messages, { description: `An error of \`${name}\`.`, of }));
  const codes = [...new Set(messages.map((message) => of[message].http))].sort((a, b) => a - b);
  return Object.fromEntries(
    codes.map((http) => [
      http,
      errorOf({ messages: messages.filter((message) => of[message].http === http), of }, http, schema),
    ]),
  );
}

function errorOf<M extends string>({ messages, of }: Failures<M>, http: number, schema: unknown) {
  return {
    description: messages
      .map((message) => `- \`${message}\` (${wordsOf(of[message])}): ${of[message].advice}`)
      .join('\n'),
    headers: headersOf([
      'Cache-Control',
      'X-Request-Id',
      // A 401 has no rate limit headers: without a valid key no budget is known.
      ...(http === 401 ? (['WWW-Authenticate'] as const) : (['RateLimit-Policy', 'RateLimit'] as const)),
      ...(http === 429 || http === 503 ? (['Retry-After'] as const) : []),
    ]),
    content: {
      'application/json': {
        schema,
        examples: Object.fromEntries(messages.map((message) => [message, { value: exampleOf(message, of[message]) }])),
      },
    },
  };
}

const wordsOf = ({ status, retryable }: Failure): string => (retryable ? `${status}, retryable` : status);

const exampleOf = (message: string, { status }: Failure) => ({
  error: {
    status,
    message,
    requestId: 'req_01m7ydwz2kfs8t1s6dr3m2bq6e',
    documentation: `https://tools.example${ERRORS_PATH}#${message}`,
  },
});
