import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { runProcess } from './start-process.ts';

const SCRIPT = resolve(import.meta.dirname, 'draw-ports.process.ts');

/** Draws ports in a separate process with its own temporary folder. */
async function draw(count: number, folder: string): Promise<number[]> {
  const command = [process.execPath, SCRIPT, String(count)];
  return JSON.parse(await runProcess({ command, env: { TMPDIR: folder } })) as number[];
}

test('several processes that draw ports at once never get the same port', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ports-'));
  const drawn = (await Promise.all(Array.from({ length: 4 }, () => draw(500, folder)))).flat();
  expect(drawn).toHaveLength(2000);
  expect(new Set(drawn).size).toBe(drawn.length);
  await rm(folder, { recursive: true });
});

test('ports are drawn even if nothing can be written', async () => {
  expect(new Set(await draw(3, '/dev/null')).size).toBe(3);
});
