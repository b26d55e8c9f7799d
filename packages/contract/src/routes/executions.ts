/** Paid executions: start, list, read, cancel, download. */
import { Type } from 'typebox';
import {
  CancelRequest,
  EventsQuery,
  Download,
  Execution,
  ExecutionList,
  ExecutionRequest,
  ExecutionsRead,
  ListQuery,
  ReadRequest,
} from '../schemas/index.ts';
import { CANCEL_AFTER, LIMITS } from '../limits.ts';
import type { Route } from './route.ts';

/** What stands in a path; longer text names nothing. */
const PATH_TEXT_MAX = 200;
/** Any other text is `execution_not_found`. */
const ExecutionId = Type.String({ maxLength: PATH_TEXT_MAX, description: 'An execution id, `exe_…`.' });
/** RFC 7240. What is wrong with it is as if it were not there, so nothing of it is refused. */
const prefer = Type.String({
  maxLength: 200,
  examples: ['wait=20'],
  description:
    '`wait=n` keeps the response back until the execution has ended or is under review, n seconds at most, of up to 30. It is better than polling. Where it was not ' +
    'done, `Preference-Applied` is missing.',
});
const preferenceApplied = {
  'Preference-Applied': '`wait=n` where the response was kept back, or there was nothing to wait for.',
};
const retryAfter = { 'Retry-After': 'Seconds to wait before reading the execution, while it is not terminal.' };

export const executionRoutes = {
  createExecution: {
    method: 'POST',
    path: '/tools/{tool}',
    scope: 'tools:execute',
    summary: 'Start a paid execution',
    description:
      'Reserves the price ceiling and registers the work. After a broken connection send the same body and key again: it is the same execution.',
    params: {
      tool: Type.String({
        maxLength: PATH_TEXT_MAX,
        description: 'A tool name of the catalog, or `@` and the name of a template.',
      }),
    },
    headers: {
      'Idempotency-Key': Type.String({
        pattern: '^[A-Za-z0-9._:-]{8,128}$',
        maxLength: LIMITS.idempotencyKeyMax,
        description: 'One per logical request.',
      }),
    },
    optionalHeaders: {
      'Cancel-After': Type.String({
        pattern: CANCEL_AFTER.source,
        maxLength: 7,
        examples: ['90', '90s', '5m', '1h'],
        description:
          "Cancels the execution when it has not ended this long after it was accepted: seconds, or a number with s, m or h; from 1 second to the tool's `maxRuntimeSeconds`. " +
          'What arose by then is charged, as by any cancellation. It is no part of what makes two requests the same: a replay keeps the limit of the first.',
      }),
      Prefer: prefer,
    },
    body: { kind: 'json', schema: ExecutionRequest },
    successes: {
      200: {
        description: 'The identical execution, which has finished.',
        schema: Execution,
        headers: { 'Idempotent-Replayed': 'true', ...preferenceApplied },
      },
      202: {
        description: 'Accepted, or accepted before and not finished.',
        schema: Execution,
        headers: {
          ...retryAfter,
          ...preferenceApplied,
          Location: 'Path of the execution.',
          'Idempotent-Replayed': 'true on a replay.',
        },
      },
    },
    errors: [
      'invalid_json',
      'request_too_large',
      'unsupported_media_type',
      'idempotency_key_required',
      'idempotency_key_invalid',
      'idempotency_key_conflict',
      'tool_not_found',
      'tool_mismatch',
      'invalid_arguments',
      'too_many_steps',
      'file_not_usable',
      'price_version_mismatch',
      'maximum_charge_too_low',
      'tool_unavailable',
      'tool_temporarily_unavailable',
      'execution_disabled',
      'project_permission_required',
      'monthly_cap_reached',
      'insufficient_balance',
    ],
  },
  listExecutions: {
    method: 'GET',
    path: '/tools/executions',
    scope: 'executions:read',
    summary: 'List executions of the project',
    description: 'Newest first, by keyset.',
    query: ListQuery,
    successes: { 200: { description: 'A page of executions.', schema: ExecutionList } },
    errors: [],
  },
  getExecution: {
    method: 'GET',
    path: '/tools/executions/{id}',
    scope: 'executions:read',
    summary: 'Status, result and final charge',
    description: 'Wait for its end by `Prefer: wait`, or poll the same id at intervals of at least 5 seconds.',
    params: { id: ExecutionId },
    optionalHeaders: { Prefer: prefer },
    successes: {
      200: { description: 'The execution.', schema: Execution, headers: { ...retryAfter, ...preferenceApplied } },
    },
    errors: ['execution_not_found'],
  },
  readExecutions: {
    method: 'POST',
    path: '/tools/executions/read',
    scope: 'executions:read',
    summary: 'Status, results and final charges of many',
    description:
      'Reads up to 100 executions by one request; it counts as one. It changes nothing, and says of each what a read of it alone says. Poll at intervals of at least 5 seconds.',
    body: { kind: 'json', schema: ReadRequest, example: { ids: ['exe_01m80n8fa1eynbt4w0bdxxnhnr'] } },
    successes: {
      200: { description: 'The executions that there are.', schema: ExecutionsRead, headers: retryAfter },
    },
    errors: ['invalid_json', 'request_too_large', 'unsupported_media_type'],
  },
  streamExecution: {
    method: 'GET',
    path: '/tools/executions/{id}/events',
    scope: 'executions:read',
    summary: 'The states of one execution as they come',
    description:
      'Server-sent events. `execution`: its `data` is what a read answers as `data`; the first comes at once, then one for each change, of which those that come fast are told as the last of them. `end`, ' +
      'after the last state: close the stream, as the service does. A comment comes every 15 seconds. It counts as one request. A stream may end at any time, as when a gateway stops or the key is revoked: ' +
      'connect again after `retry`. 100 may be open with one key; beyond it is 429 with `Retry-After`. What streams do not say, polls do.',
    params: { id: ExecutionId },
    optionalHeaders: {
      'Last-Event-ID': Type.String({
        maxLength: 100,
        description:
          '`id` of the last event that was read: a state that is still the same is not told again. Any other text is as if it were not there.',
      }),
    },
    successes: {
      200: {
        description: 'The stream.',
        mediaType: 'text/event-stream',
        schema: Type.String({ maxLength: 1_000_000_000, description: 'Events in the format of the HTML standard.' }),
      },
    },
    errors: ['execution_not_found'],
  },
  streamExecutions: {
    method: 'GET',
    path: '/tools/events',
    scope: 'executions:read',
    summary: 'The states of all executions of the project as they come',
    description:
      'Server-sent events. First the snapshot: an `execution` for each that is open, of the newest 1,000, and then `snapshot`, whose `data` says whether there are `more`. Then an `execution` for each that is ' +
      'accepted, changes or ends, whose `data` is what a read answers as `data`; of changes that come fast the last is told, an acceptance or an end is never left out, and a state may be told again. Of more than ' +
      '1,000 open ones of a project only acceptance and end are told. `snapshot` and `position` have the `id` of everything before them. Connect again with it: what has changed since is told within ' +
      'the snapshot, and `resumed` is true. Where too much has, or the id is of no such place, `resumed` is false: what ended meanwhile is in the list of executions. There is no last event; for all else see the stream of one execution.',
    query: EventsQuery,
    optionalHeaders: {
      'Last-Event-ID': Type.String({
        maxLength: 100,
        description: 'The last `id` that was read, from any gateway. Any other text is as if it were not there.',
      }),
    },
    successes: {
      200: {
        description: 'The stream.',
        mediaType: 'text/event-stream',
        schema: Type.String({ maxLength: 1_000_000_000, description: 'Events in the format of the HTML standard.' }),
      },
    },
    errors: [],
  },
  cancelExecution: {
    method: 'POST',
    path: '/tools/executions/{id}/cancel',
    scope: 'tools:execute',
    summary: 'Request cancellation',
    description:
      'Stops an execution that has not started. One that has may still finish and charge: read `cancelRequested`, `status` and `chargedMicros`.',
    params: { id: ExecutionId },
    body: { kind: 'json', schema: CancelRequest, optional: true, example: {} },
    successes: { 200: { description: 'The execution after the request.', schema: Execution, headers: retryAfter } },
    errors: [
      'invalid_json',
      'request_too_large',
      'unsupported_media_type',
      'execution_not_found',
      'execution_already_finished',
      'execution_cancel_forbidden',
      'project_permission_required',
    ],
  },
  downloadArtifact: {
    method: 'GET',
    path: '/tools/executions/{id}/artifacts/{artifactId}/download',
    scope: 'executions:read',
    summary: 'Time-limited download URL of a generated file',
    description: 'The URL works without any header for at most five minutes. It is private: never log it.',
    params: {
      id: ExecutionId,
      artifactId: Type.String({
        maxLength: PATH_TEXT_MAX,
        description: "A file id of the execution's output.artifacts.",
      }),
    },
    successes: { 200: { description: 'The URL.', schema: Download } },
    errors: ['artifact_unavailable', 'execution_not_found'],
  },
} as const satisfies Readonly<Record<string, Route>>;
