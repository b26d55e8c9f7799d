import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { typist } from '../testing/typing.ts';

const nowhere = join(tmpdir(), 'tollgate-nowhere');
const tollgate = typist({ env: { XDG_CONFIG_HOME: nowhere, XDG_STATE_HOME: nowhere }, where: ['--data-dir', nowhere] });

test('where nothing runs and nobody logged in, one line says what to do', async () => {
  const { code, told } = await tollgate('usage');
  expect([code, told]).toEqual([2, expect.stringMatching(/^tollgate: nothing runs in .+ login/)]);
});

test('a key is sent in the clear to this machine alone', async () => {
  const env = { TOLLGATE_API_KEY: 'tk_test_key', TOLLGATE_URL: 'http://tools.example' };
  expect(await tollgate('usage', { env, where: [] })).toMatchObject({
    code: 2,
    told: expect.stringContaining('https'),
  });
});
