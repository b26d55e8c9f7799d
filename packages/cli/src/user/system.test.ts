import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { typist } from '../testing/typing.ts';

const nowhere = join(tmpdir(), 'farebox-nowhere');
const farebox = typist({ env: { XDG_CONFIG_HOME: nowhere, XDG_STATE_HOME: nowhere }, where: ['--data-dir', nowhere] });

test('without a running system and without a login, one line says what to do', async () => {
  const { code, told } = await farebox('usage');
  expect([code, told]).toEqual([2, expect.stringMatching(/^farebox: no system runs in .+ login/)]);
});

test('a key is sent over plain http only to this machine', async () => {
  const env = { FAREBOX_API_KEY: 'fb_test_key', FAREBOX_URL: 'http://tools.example' };
  expect(await farebox('usage', { env, where: [] })).toMatchObject({
    code: 2,
    told: expect.stringContaining('https'),
  });
});
