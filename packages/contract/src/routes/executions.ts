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
import { LIMITS } from '../limits.ts';
import { cancelAfterOf } from './cancel-after.ts';
import { eventStream, lastPosition, lastStateId } from './event-stream.ts';
import { preferenceApplied, preferOf } from './prefer.ts';
import type { Route } from './route.ts';

/** The longest path parameter that can name something. */
const PATH_TEXT_MAX = 200;
/** Any other text is `execution_not_found`. */
const ExecutionId = Type.String({ maxLength: PATH_TEXT_MAX, description: 'An execution id, `exe_…`.' });
const prefer = preferOf('the execution has ended or is under review');
const retryAfter = { 'Retry-After': 'Seconds to wait before the next read of the execution, until it has ended.' };

export const executionRoutes = {
  createExecution: {
    method: 'POST',
    path: '/tools/{tool}',
    scope: 'tools:execute',
    summary: 'Start a paid execution',
    description:
      'Reserves the maximum charge and accepts the execution. After a lost response, send the same body with the same key again: the response is the same execution.',
    params: {
      tool: Type.String({
        maxLength: PATH_TEXT_MAX,
        description: 'The name of a tool of the catalog, or `@` followed by the name of a template.',
      }),
    },
    headers: {
      'Idempotency-Key': Type.String({
        pattern: '^[A-Za-z0-9._:-]{8,128}$',
        maxLength: LIMITS.idempotencyKeyMax,
        description: 'A key of your choice, unique for each purchase. Reuse it only to repeat the same request.',
      }),
    },
    optionalHeaders: {
      'Cancel-After': cancelAfterOf('Cancels the execution if it has not ended'),
      Prefer: prefer,
    },
    body: { kind: 'json', schema: ExecutionRequest },
    successes: {
      200: {
        description: 'The same execution, accepted earlier; it has ended.',
        schema: Execution,
        headers: { 'Idempotent-Replayed': 'true', ...preferenceApplied },
      },
      202: {
        description: 'The execution was accepted now, or was accepted earlier and has not ended.',
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
    summary: 'List executions',
    description: 'Returns the executions of the project, newest first.',
    query: ListQuery,
    successes: { 200: { description: 'A page of executions.', schema: ExecutionList } },
    errors: [],
  },
  getExecution: {
    method: 'GET',
    path: '/tools/executions/{id}',
    scope: 'executions:read',
    summary: 'Read the status, result and charge of an execution',
    description: 'To wait for the end, send `Prefer: wait=n`, or poll at intervals of at least 5 seconds.',
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
    summary: 'Read up to 100 executions',
    description:
      'Returns for each execution the same object as `GET /tools/executions/{id}`. The request changes nothing and counts once against the rate limit. Poll at intervals of at least 5 seconds.',
    body: { kind: 'json', schema: ReadRequest, example: { ids: ['exe_01m80n8fa1eynbt4w0bdxxnhnr'] } },
    successes: {
      200: { description: 'The executions that exist.', schema: ExecutionsRead, headers: retryAfter },
    },
    errors: ['invalid_json', 'request_too_large', 'unsupported_media_type'],
  },
  streamExecution: {
    method: 'GET',
    path: '/tools/executions/{id}/events',
    scope: 'executions:read',
    summary: 'Stream the changes of one execution',
    description:
      'Server-sent events. An `execution` event has as its `data` the object that `GET /tools/executions/{id}` returns as `data`. The first event comes at once, then one for each change; rapid changes are combined into the latest. ' +
      'After the last state comes an `end` event and the service closes the stream: close it too. A comment is sent every 15 seconds. A stream counts once against the rate limit. It may end at any time, for example if a gateway stops or the key is revoked: ' +
      'reconnect after `retry`. A key can have 100 open streams, and each project and organization a part of those of a gateway; another one is refused with 429 and `Retry-After`, and `details.of` names the limit. Polling returns everything that a stream may have missed.',
    params: { id: ExecutionId },
    optionalHeaders: lastStateId,
    successes: {
      200: eventStream,
    },
    errors: ['execution_not_found'],
  },
  streamExecutions: {
    method: 'GET',
    path: '/tools/events',
    scope: 'executions:read',
    summary: 'Stream the changes of all executions',
    description:
      'Server-sent events for the whole project. The stream begins with a snapshot: one `execution` event for each open execution, for the newest 1,000, then a `snapshot` event whose `data` says whether there are `more`. Then follows an `execution` event whenever an ' +
      'execution is accepted, changes or ends; its `data` is the object that `GET /tools/executions/{id}` returns as `data`. Rapid changes are combined into the latest, but an acceptance or an end is never left out, and a state may be repeated. If a project has more than ' +
      '1,000 open executions, only acceptances and ends are sent for the others. `snapshot` and `position` events have the `id` of everything before them. Reconnect with that id: the snapshot then contains what has changed since, ' +
      'and `resumed` is true. If too much has changed, or the id is unknown, `resumed` is false: read the list of executions for those that ended in the meantime. The stream has no `end` event; otherwise it works like the stream of one execution.',
    query: EventsQuery,
    optionalHeaders: lastPosition,
    successes: {
      200: eventStream,
    },
    errors: [],
  },
  cancelExecution: {
    method: 'POST',
    path: '/tools/executions/{id}/cancel',
    scope: 'tools:execute',
    summary: 'Cancel an execution',
    description:
      'Stops an execution that has not started. An execution that has started may still finish and be charged: read `cancelRequested`, `status` and `chargedMicros`.',
    params: { id: ExecutionId },
    body: { kind: 'json', schema: CancelRequest, optional: true, example: {} },
    successes: {
      200: { description: 'The execution after the cancellation.', schema: Execution, headers: retryAfter },
    },
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
    summary: 'Create a download URL for an artifact',
    description:
      'The URL works for at most five minutes and needs no header. Anyone who has it can download the file: never log it.',
    params: {
      id: ExecutionId,
      artifactId: Type.String({
        maxLength: PATH_TEXT_MAX,
        description: "The id of a file in the execution's `output.artifacts`.",
      }),
    },
    successes: { 200: { description: 'The download URL.', schema: Download } },
    errors: ['artifact_unavailable', 'execution_not_found'],
  },
} as const satisfies Readonly<Record<string, Route>>;
