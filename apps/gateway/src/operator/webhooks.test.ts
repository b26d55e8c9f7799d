/** Webhook endpoints over HTTP: the secret is shown once, and only safe URLs are accepted. */
import { runSql } from '@farebox/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';

interface Created {
  readonly secret: string | null;
  readonly webhook: { readonly id: string };
}

let gateway: TestOperatorGateway;
let path: string;
let session: string;

beforeAll(async () => void (gateway = await startTestOperatorGateway()));
afterAll(async () => await gateway[Symbol.asyncDispose]());
beforeEach(async () => {
  const { id } = await gateway.newProject();
  path = `/projects/${id}/webhooks`;
  session = await gateway.memberSession(id, 'ADMIN');
});

const url = 'https://shop.example.com/farebox';
const create = (body: object, headers: Record<string, string> = {}) =>
  gateway.operate<Created>(`POST ${path}`, { session, body, headers });

test('the secret is returned once and occurs nowhere else', async () => {
  const headers = { 'Idempotency-Key': 'made-only-once' };
  const { data } = await create({ url }, headers);
  expect(data).toMatchObject({
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    webhook: { url, events: ['execution.succeeded', 'execution.failed', 'execution.cancelled'], disabledAt: null },
  });
  expect((await create({ url }, headers)).data).toEqual({ secret: null, webhook: data.webhook });
  expect((await gateway.operate(`GET ${path}`, { session })).data).toEqual({ webhooks: [data.webhook] });
  const [stored] = await runSql<{ row: string }>(
    gateway.databaseUrl,
    `SELECT row_to_json(w)::text || (SELECT string_agg(row_to_json(a)::text, '') FROM audit_log AS a) AS row FROM webhook_endpoint AS w WHERE id = '${data.webhook.id}'`,
  );
  expect(stored!.row).not.toContain(data.secret!.slice('whsec_'.length));
  expect((await gateway.operate(`GET ${path}/${data.webhook.id}/deliveries`, { session })).data).toEqual({
    deliveries: [],
    nextBefore: null,
  });
  expect((await gateway.operate(`POST ${path}/${data.webhook.id}/remove`, { session, body: {} })).data).toEqual(
    data.webhook,
  );
  expect((await gateway.operate(`GET ${path}`, { session })).data).toEqual({ webhooks: [] });
});

test('an endpoint is changed, switched off and on, and gets a new secret; the audit log records it without secrets', async () => {
  const { data: made } = await create({ url });
  const at = `${path}/${made.webhook.id}`;
  const put = (body: object) => gateway.operate<object>(`PUT ${at}`, { session, body });
  expect((await put({ url: 'https://10.0.0.1/' })).error.message).toBe('invalid_request');
  const changed = { url: `${url}/2`, events: ['execution.failed'], enabled: false };
  expect((await put({ ...changed, reason: 'moved' })).data).toEqual({ ...made.webhook, ...changed });
  expect((await put({ enabled: true })).data).toEqual({ ...made.webhook, ...changed, enabled: true });
  const rotate = () =>
    gateway.operate<Created>(`POST ${at}/rotate`, {
      session,
      body: { overlapHours: 24 },
      headers: { 'Idempotency-Key': 'rotated-only-once' },
    });
  const { data: rotated } = await rotate();
  expect(rotated).toMatchObject({ secret: expect.stringMatching(/^whsec_/), webhook: { id: made.webhook.id } });
  expect(rotated.secret).not.toBe(made.secret);
  expect((await rotate()).data).toEqual({ ...rotated, secret: null });
  expect((await gateway.operate(`GET ${path}`, { session })).data).toEqual({ webhooks: [rotated.webhook] });
  const entries = await runSql<{ act: string; row: string }>(
    gateway.databaseUrl,
    `SELECT act, row_to_json(a)::text AS row FROM audit_log AS a WHERE target = '${made.webhook.id}' ORDER BY number`,
  );
  expect(entries.map(({ act }) => act)).toEqual([
    'webhook.create',
    'webhook.change',
    'webhook.change',
    'webhook.rotate',
  ]);
  for (const { row } of entries) expect(row).not.toContain('whsec_');
});

test('a replay sends one delivery again, or all that failed since a time', async () => {
  const { data: made } = await create({ url });
  const replay = (body: object) =>
    gateway.operate<{ replayed: number }>(`POST ${path}/${made.webhook.id}/replay`, { session, body });
  const executionId = 'exe_01m80n8fa1eynbt4w0bdxxnhnr';
  const failedSince = '2026-11-22T00:00:00.000Z';
  for (const body of [{}, { executionId, failedSince }, { failedSince: 'yesterday' }])
    expect((await replay(body)).error.message, JSON.stringify(body)).toBe('invalid_request');
  await runSql(
    gateway.databaseUrl,
    `INSERT INTO webhook_delivery (project_id, endpoint_id, execution_id, event, attempts, error, created_at, attempt_log)
     SELECT project_id, id, '${executionId}', 'execution.failed', 11, 'answered 503', '2026-11-22T10:00:00Z',
       jsonb_build_array(jsonb_build_object('attempt', 11, 'at', '2026-11-23T14:00:00.5+00:00'::timestamptz, 'statusCode', 503, 'error', 'answered 503', 'durationMs', 7))
     FROM webhook_endpoint WHERE id = '${made.webhook.id}'`,
  );
  const listed = await gateway.operate<{ deliveries: readonly object[] }>(`GET ${path}/${made.webhook.id}/deliveries`, {
    session,
  });
  const attempt = {
    attempt: 11,
    at: '2026-11-23T14:00:00.500Z',
    statusCode: 503,
    error: 'answered 503',
    durationMs: 7,
  };
  expect(listed.data.deliveries).toMatchObject([{ executionId, attempts: 11, log: [attempt] }]);
  expect((await replay({ failedSince })).data).toEqual({ webhook: made.webhook, replayed: 1 });
  expect((await replay({ executionId })).data).toEqual({ webhook: made.webhook, replayed: 0 });
  const entries = await runSql<{ after: object }>(
    gateway.databaseUrl,
    `SELECT after FROM audit_log WHERE target = '${made.webhook.id}' AND act = 'webhook.replay'`,
  );
  expect(entries).toEqual([{ after: { executionId: null, failedSince, replayed: 1 } }]);
});

test('a URL that is not a public HTTPS address is refused, and so is an eleventh endpoint', async () => {
  for (const each of [
    'http://shop.example.com/',
    'https://10.0.0.1/',
    'https://u:p@shop.example.com/',
    'https://shop.example.com:22/',
    'x',
  ])
    expect((await create({ url: each })).error.message, each).toBe('invalid_request');
  for (let n = 0; n < 10; n++) expect((await create({ url })).status).toBe(200);
  expect((await create({ url })).error.message).toBe('too_many_webhooks');
});
