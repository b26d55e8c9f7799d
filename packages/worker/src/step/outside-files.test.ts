/** Files that a program outside put, while the store of artifacts is away. */
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stagedKey } from '@farebox/files';
import { newId } from '@farebox/kernel';
import { createDiskStore } from '@farebox/storage';
import { expect, test } from 'vitest';
import { TryLater } from '../operation.ts';
import { outsideFiles } from './outside-files.ts';

test('a file that was put is not absent while the folder of the store is not mounted', async () => {
  const root = await mkdtemp(join(tmpdir(), 'farebox-outside-'));
  const [directory, elsewhere, path] = ['store', 'elsewhere', 'made'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  const artifacts = createDiskStore({ directory });
  await artifacts.prepare();
  const location = { projectId: newId('project'), executionId: newId('execution'), step: 0 };
  const bytes = Buffer.from('paid');
  await artifacts.putNew(stagedKey({ ...location, n: 0 }), bytes, { mimeType: 'text/plain', sizeBytes: bytes.length });
  const { take } = outsideFiles({}, { location, runner: 'acme-read-text', artifacts, urls: undefined });
  await rename(directory, elsewhere);
  await expect(take(0, path, 10)).rejects.toThrow(TryLater);
  await rename(elsewhere, directory);
  expect(await take(0, path, 10)).toBe('taken');
  expect(await take(1, path, 10)).toBe('absent');
  expect(await take(0, path, 3)).toBe('too_large');
  await rm(root, { recursive: true });
});
