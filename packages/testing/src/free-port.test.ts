import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { runProcess } from './start-process.ts';

const SCRIPT = resolve(import.meta.dirname, 'draw-ports.process.ts');

/** What a process of its own draws, whose folder for temporary files is that. */
async function draw(count: number, folder: string): Promise<number[]> {
  const command = [process.execPath, SCRIPT, String(count)];
  return JSON.parse(await runProcess({ command, env: { TMPDIR: folder } })) as number[];
}

test('of several processes that draw at once, no two are given the same port', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ports-'));
  const drawn = (await Promise.all(Array.from({ length: 4 }, () => draw(500, folder)))).flat();
  expect(drawn).toHaveLength(2000);
  expect(new Set(drawn).size).toBe(drawn.length);
  await rm(folder, { recursive: true });
});

test('where nothing can be written, ports are drawn all the same', async () => {
  expect(new Set(await draw(3, '/dev/null')).size).toBe(3);
});
