import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startTestGateway({ FAREBOX_REHEARSAL: 'true' });
  key = (await (await gateway.newProject()).newKey()).token;
});
afterAll(() => gateway[Symbol.asyncDispose]());

test('a path with a route of its own is never treated as a tool', async () => {
  for (const name of ['executions', 'project', 'usage']) {
    const { status, error } = await gateway.call(`POST /tools/${name}`, { key, json: {} });
    expect({ status, message: error.message }).toEqual({ status: 404, message: 'not_found' });
  }
  expect((await gateway.call('POST /tools/quote', { key, json: {} })).error.message).toBe('invalid_request');
});

test.each(['GET /tools/executions/%65xe_none', 'GET /tools/executions/exe_none', 'GET /tools/executions/exe.none'])(
  '%s gets the same response, however its path is spelled',
  async (request) => {
    const { status, error } = await gateway.call(request, { key });
    const details = { listedAt: '/tools/executions' };
    expect({ status, error }).toMatchObject({ status: 404, error: { message: 'execution_not_found', details } });
  },
);

test('a query is refused on a route without one, and an additional slash is not_found', async () => {
  expect((await gateway.call('GET /tools/executions/exe_none?x=1', { key })).error.message).toBe('invalid_request');
  for (const path of ['/tools/executions/exe_none/', '/tools//executions/exe_none', '/Tools/executions/exe_none'])
    expect((await gateway.call(`GET ${path}`, { key })).error.message).toBe('not_found');
});

test('only GET reads an execution and only POST starts one', async () => {
  expect((await gateway.call('POST /tools/executions/exe_none', { key })).error.message).toBe('not_found');
  expect((await gateway.call('GET /tools/rehearsal', { key })).error.message).toBe('not_found');
});
