/** A call by an MCP tool is checked like a request: its scope, its project's switch and the rate limit. */
import { AppError, type Scope } from '@farebox/contract';
import { expect, test } from 'vitest';
import type { Handlers } from '../endpoint/handler.ts';
import { identityWith } from '../testing/identity.fixture.ts';
import { apiInProcess } from './in-process.ts';

function apiOf(scopes: readonly Scope[], fails = false) {
  const seen = { counted: 0, handled: 0, reported: [] as string[] };
  const handlers = {
    getUsage: () => {
      seen.handled += 1;
      if (fails) throw new Error('a detail of ours');
      return { status: 200, data: { month: '2026-11' } };
    },
  } as unknown as Handlers;
  const count = async (): Promise<void> => {
    seen.counted += 1;
    if (seen.counted === 3) throw new AppError('rate_limit_exceeded');
  };
  const report = ({ message }: AppError): void => void seen.reported.push(message);
  const read = () => Promise.reject(new Error('a detail of ours'));
  const identity = identityWith(scopes);
  return { seen, api: apiInProcess({ handlers, identity, count, report, requestId: 'req_1', read }) };
}

test('the request counts for its first call; each further call counts too and is refused above the limit', async () => {
  const { api, seen } = apiOf(['usage:read']);
  for (let calls = 0; calls < 3; calls++) expect(await api.call('getUsage')).toEqual({ month: '2026-11' });
  expect(seen.counted).toBe(2);
  await expect(api.call('getUsage')).rejects.toThrow(new AppError('rate_limit_exceeded'));
  expect(seen.handled).toBe(3);
});

test('a key without the scope of an endpoint cannot reach it through a tool', async () => {
  const { api, seen } = apiOf(['tools:read']);
  await expect(api.call('getUsage')).rejects.toMatchObject({
    message: 'platform_api_key_scope_required',
    details: { requiredScope: 'usage:read' },
  });
  expect(seen.handled).toBe(0);
});

test('the details of a defect are logged and not returned', async () => {
  const { api, seen } = apiOf(['usage:read'], true);
  await expect(api.call('getUsage')).rejects.toThrow(new AppError('internal_error'));
  expect(seen.reported).toEqual(['internal_error']);
  await expect(api.read('https://tools.example/files/one', 10)).rejects.toThrow(new AppError('internal_error'));
  expect(seen.reported).toEqual(['internal_error', 'internal_error']);
});
