/** Typical mistakes with keys, rights, methods and ids. Without a valid key nothing can be learnt about any key, file or execution. */
// Modes: embedded.
import { beforeAll, expect, test } from 'vitest';
import { exhaust } from './client/burst.ts';
import { connect, gatewayUrl } from './client/connect.ts';
import { RESUMABLE_ERRORS } from './client/error-catalogue.ts';
import { completed, execute, quoted } from './client/executions.ts';
import { identitiesOf } from './client/identities.ts';
import { expectFacts, rowsOf } from './client/mistakes.ts';
import type { ExecutionRequest } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
const SAMPLE = { source: { fileId: 'file_sample_photo' } };

let request: ExecutionRequest;
let ended: string;

beforeAll(async () => {
  request = await quoted(client, 'image-analyze', SAMPLE);
  ended = (await completed(keys, 'image-analyze', SAMPLE)).id;
});

const withAuthorization = (value: string) => connect(null).send('GET', '/tools', { headers: { Authorization: value } });
const reason = (word: string) => () => ({ reason: word });

// contract 2: "`invalid_api_key`: `reason` is `authorization_missing`, `key_in_query` or `authorization_not_bearer`, and otherwise `key_not_accepted`."
// contract 2: "It depends on the form of the request alone, never on a key that exists."
test.each(
  rowsOf({
    'no Authorization header': [
      () => connect(null).get('/tools'),
      '401 invalid_api_key',
      reason('authorization_missing'),
    ],
    'the key in the query': [
      () => connect(null).get(`/tools?api_key=${keys.key}`),
      '401 invalid_api_key',
      reason('key_in_query'),
    ],
    'Basic instead of Bearer': [
      () => withAuthorization(`Basic ${Buffer.from(`${keys.key}:`).toString('base64')}`),
      '401 invalid_api_key',
      reason('authorization_not_bearer'),
    ],
    'the key without Bearer': [
      () => withAuthorization(keys.key),
      '401 invalid_api_key',
      reason('authorization_not_bearer'),
    ],
    'a wrong key': [() => withAuthorization('Bearer fb_live_x'), '401 invalid_api_key', reason('key_not_accepted')],
    'a revoked key': [() => connect(keys.keyRevoked).get('/tools'), '401 invalid_api_key', reason('key_not_accepted')],
    'an expired key': [() => connect(keys.keyExpired).get('/tools'), '401 invalid_api_key', reason('key_not_accepted')],
  }),
)('%s: the error names the mistake in the header, and nothing about a key', async (_, ...mistake) => {
  await expectFacts(...mistake);
});

// contract 2: "`platform_api_key_scope_required`: `requiredScope`, `keyScopes`."
// contract 2: "`project_permission_required`: `reason` is `role`, with `role` and `requiredRoles`, or `project_switched_off`."
// contract 2: "`execution_cancel_forbidden`: `role`, `requiredRole`."
test.each(
  rowsOf({
    'a key without the scope': [
      () => execute(connect(keys.keysByScope['tools:read']), request),
      '403 platform_api_key_scope_required',
      () => ({ requiredScope: 'tools:execute', keyScopes: ['tools:read'] }),
    ],
    'a key of a VIEWER': [
      () => execute(connect(keys.keyViewer), request),
      '403 project_permission_required',
      () => ({ reason: 'role', role: 'VIEWER', requiredRoles: ['ADMIN', 'MEMBER'] }),
    ],
    'a key of a project that is switched off': [
      () => execute(connect(keys.keySwitchedOff), request),
      '403 project_permission_required',
      reason('project_switched_off'),
    ],
    'a cancel with the key of another member': [
      () => connect(keys.key2).post(`/tools/executions/${ended}/cancel`),
      '403 execution_cancel_forbidden',
      () => ({ role: 'MEMBER', requiredRole: 'ADMIN' }),
    ],
  }),
)('%s: the error names the missing right', async (_, ...mistake) => {
  await expectFacts(...mistake);
});

const listedAt = (path: string) => () => ({ listedAt: path });

// contract 2: "`execution_not_found`, `batch_not_found`, `template_not_found`, `artifact_unavailable`: `listedAt`, a path below the base URL."
// contract 2: "`execution_already_finished`: `readAt`."
test.each(
  rowsOf({
    'an unknown execution': [
      () => client.get('/tools/executions/exe_00000000000000000000000000'),
      '404 execution_not_found',
      listedAt('/tools/executions'),
    ],
    'an unknown batch': [() => client.get('/tools/batches/bat_0'), '404 batch_not_found', listedAt('/tools/batches')],
    'an unknown template': [
      () => client.get('/tools/templates/nobodys'),
      '404 template_not_found',
      listedAt('/tools/templates'),
    ],
    'an unknown template as a tool': [
      () => client.post('/tools/quote', { tool: '@nobodys', arguments: {} }),
      '404 tool_not_found',
      listedAt('/tools'),
    ],
    'an unknown artifact': [
      () => client.get(`/tools/executions/${ended}/artifacts/file_0/download`),
      '404 artifact_unavailable',
      () => ({ listedAt: `/tools/executions/${ended}` }),
    ],
    'a cancel after the end': [
      () => client.post(`/tools/executions/${ended}/cancel`),
      '400 execution_already_finished',
      () => ({ readAt: `/tools/executions/${ended}` }),
    ],
  }),
)('%s: the error says where the right one is found', async (_, ...mistake) => {
  await expectFacts(...mistake);
});

// contract 1: "`requestId` is that of `X-Request-Id`."
// contract 1: "`documentation` is the address of a section of `GET /errors`, a page without a key that has one for each message."
test('an error names its request, and the section of a page that needs no key', async () => {
  const { error, headers } = await client.get('/nowhere');
  expect(error.requestId).toBe(headers.get('x-request-id'));
  expect(error.documentation).toBe(`${gatewayUrl()}/errors#not_found`);
  const response = await fetch(error.documentation);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const page = await response.text();
  for (const message of Object.keys(RESUMABLE_ERRORS)) expect(page).toContain(`<h2 id="${message}">`);
});

// contract 1: "an unknown path or method is 404, with `Allow` if the path has other methods"
// contract 2: "`not_found` of an unknown path or method: `describedAt`, the path of the OpenAPI document, and `allow`, the methods"
test.each([
  ['DELETE /tools', 'GET, HEAD'],
  ['GET /tools/quote', 'POST'],
  ['PUT /tools/upload', 'POST'],
  ['PATCH /tools/templates', 'GET, HEAD, POST'],
  ['GET /tools/image-resize', 'POST'],
  ['POST /openapi.json', 'GET, HEAD'],
  ['POST /uploads/x', 'PUT'],
  ['PUT /resumable-uploads', 'OPTIONS, POST'],
  ['POST /files/x', 'GET, HEAD'],
  ['GET /nowhere', null],
])('%s is not found, and the methods of the path are named to everybody', async (asked, allow) => {
  const [method = '', path = ''] = asked.split(' ');
  const { outcome, headers, error } = await client.send(method, path);
  expect([outcome, headers.get('allow')]).toEqual(['404 not_found', allow]);
  const methods = allow === null ? {} : { allow: allow.split(', ') };
  expect(error.details).toEqual({ ...methods, describedAt: '/openapi.json' });
  const nobodys = await fetch(gatewayUrl() + path, { method });
  expect([nobodys.status, nobodys.headers.get('allow')]).toEqual([404, allow]);
});

// contract 2: "`rate_limit_exceeded`: `limit`, `windowSeconds`, `retryAfterSeconds`."
test('beyond the rate limit the error says the limit, and when the next window begins', async () => {
  const limited = keys.keysByScope['usage:read'];
  await exhaust(limited);
  const { error, headers } = await connect(limited).get('/tools/usage');
  const retryAfterSeconds = Number(headers.get('retry-after'));
  expect(error.details).toEqual({ limit: 120, windowSeconds: 60, retryAfterSeconds });
});
