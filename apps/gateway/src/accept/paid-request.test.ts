import { expect, test } from 'vitest';
import { conflict } from './paid-request.ts';

const first = { keyLineage: 'key_1', bodyHash: 'aa' };

test('a conflict names the body only to the API key that sent it', () => {
  expect(conflict(first, { ...first, bodyHash: 'bb' }).details).toEqual({ differs: 'body' });
  for (const bodyHash of ['aa', 'bb'])
    expect(conflict(first, { keyLineage: 'key_2', bodyHash }).details).toEqual({ differs: 'api_key' });
});
