import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRoom, type Room } from './room.ts';

let directory: string;
let room: Room;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'farebox-room-'));
  room = openRoom(null);
});
afterEach(async () => {
  await room.remove();
  rmSync(directory, { recursive: true });
});

async function brought(mode: number): Promise<{ readonly original: string; readonly inside: string }> {
  const original = join(directory, 'original');
  writeFileSync(original, 'what came in');
  chmodSync(original, mode);
  const { inputs } = await room.furnish({ directory, inputs: { source: { path: original } } });
  return { original, inside: inputs['source'].path };
}

test('an input that no user may write is linked, not copied', async () => {
  const { original, inside } = await brought(0o444);
  expect(statSync(inside).ino).toBe(statSync(original).ino);
  await room.clear();
  expect(readFileSync(original, 'utf8')).toBe('what came in');
});

test.for([0o644, 0o600, 0o464])('a writable input is copied: mode %i', async (mode) => {
  const { original, inside } = await brought(mode);
  expect(statSync(inside).ino).not.toBe(statSync(original).ino);
  writeFileSync(inside, 'other');
  expect(readFileSync(original, 'utf8')).toBe('what came in');
});

test.skipIf(process.getuid?.() !== 0)('another user may read its inputs, and may write only to copies', async () => {
  const stranger = 64_999;
  await room.remove();
  room = openRoom(stranger);
  for (const [mode, uid] of [
    [0o444, 0],
    [0o400, stranger],
    [0o600, stranger],
  ] as const) {
    rmSync(join(directory, 'original'), { force: true });
    const { inside } = await brought(mode);
    const found = statSync(inside);
    expect(found.uid).toBe(uid);
    expect(found.mode & (found.uid === stranger ? 0o400 : 0o004)).not.toBe(0);
    await room.clear();
  }
});
