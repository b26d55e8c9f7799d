/** Event streams without a key: `EventSource` of a browser sends no headers, and no page may contain an API key. */
import { Type } from 'typebox';
import { EventUrl, EventUrlRequest } from '../schemas/index.ts';
import { eventStream, lastSentId } from './event-stream.ts';
import { ADDRESS_CHARACTERS_MAX, type Route, type SignedRoute } from './route.ts';

export const eventUrlRoutes = {
  createEventUrl: {
    method: 'POST',
    path: '/tools/event-urls',
    scope: 'executions:read',
    summary: 'Create an event URL',
    description:
      'For pages that follow executions: your server creates the URL, and the page opens it with `new EventSource(url)`. The stream is that of one execution if the request has an `executionId`, that of one batch if it has a `batchId`, and otherwise that of the project. The URL is valid for at most 15 minutes, only for reading, and becomes invalid with the key. It reveals neither the key nor the project.',
    body: {
      kind: 'json',
      schema: EventUrlRequest,
      example: { executionId: 'exe_01m80n8fa1eynbt4w0bdxxnhnr' },
    },
    successes: { 200: { description: 'The event URL.', schema: EventUrl } },
    errors: ['invalid_json', 'request_too_large', 'unsupported_media_type', 'execution_not_found', 'batch_not_found'],
  },
} as const satisfies Readonly<Record<string, Route>>;

export const signedEventRoutes = {
  streamEventUrl: {
    method: 'GET',
    path: '/event-streams/{address}',
    summary: 'Stream the executions of an event URL',
    description:
      'Server-sent events at a URL from `createEventUrl`. The stream is the same as `streamExecution`, `streamBatch` or `streamExecutions` has for the key that made the URL, and counts against the same limits of streams. `EventSource` reconnects by itself and continues where it was. ' +
      'A stream ends within one second after the URL has expired, and within two seconds after its key was revoked. The next connection then gets 404, and `EventSource` stops: create a new URL. ' +
      '`EventSource` also stops at 429 and 503, and after the `end` event of an execution or a batch the page has to close it.',
    params: {
      address: Type.String({ maxLength: ADDRESS_CHARACTERS_MAX, description: 'The last segment of `url`.' }),
    },
    optionalHeaders: lastSentId,
    successes: {
      200: eventStream,
    },
    errors: ['platform_api_key_scope_required', 'event_url_not_usable'],
  },
} as const satisfies Readonly<Record<string, SignedRoute>>;
