/** `farebox mcp` starts only with folders that exist: a model would otherwise learn much later that nothing can be saved. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { typist } from '../testing/typing.ts';

const nowhere = join(tmpdir(), 'farebox-no-such-folder');
const env = { FAREBOX_API_KEY: 'fb_test_key', FAREBOX_URL: 'http://127.0.0.1:9' };
const farebox = typist({ env, where: [] });

test.each(['--root', '--save-to'])('%s must be a folder', async (option) => {
  for (const folder of [nowhere, import.meta.filename]) {
    const { code, told } = await farebox(`mcp ${option} ${folder}`);
    expect([code, told]).toEqual([2, expect.stringContaining(`${option} must be a folder`)]);
  }
});
