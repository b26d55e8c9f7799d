import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { typist } from '../testing/typing.ts';

const nowhere = join(tmpdir(), 'farebox-nowhere');
const farebox = typist({ env: { XDG_CONFIG_HOME: nowhere, XDG_STATE_HOME: nowhere }, where: ['--data-dir', nowhere] });

test('where nothing runs and nobody logged in, one line says what to do', async () => {
  const { code, told } = await farebox('usage');
  expect([code, told]).toEqual([2, expect.stringMatching(/^farebox: nothing runs in .+ login/)]);
});

test('a key is sent in the clear to this machine alone', async () => {
  const env = { FAREBOX_API_KEY: 'fb_test_key', FAREBOX_URL: 'http://tools.example' };
  expect(await farebox('usage', { env, where: [] })).toMatchObject({
    code: 2,
    told: expect.stringContaining('https'),
  });
});
