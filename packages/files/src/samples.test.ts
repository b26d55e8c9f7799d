import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { SAMPLE_IDS } from '@farebox/catalog';
import type { UploadMimeType } from '@farebox/contract';
import { isId } from '@farebox/kernel';
import { inspect } from '@farebox/media';
import { expect, test } from 'vitest';
import { SAMPLES } from './samples.ts';

test.each([...SAMPLES.values()])('the sample $id matches its description', ({ path, sizeBytes, sha256, ...facts }) => {
  const bytes = readFileSync(path);
  expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([sizeBytes, sha256]);
  const { id: _, mimeType, ...measured } = facts;
  expect(inspect(bytes, mimeType as UploadMimeType)).toEqual({ ok: true, ...measured });
});

test('each sample that an example may name exists, and no project file can have its id', () => {
  expect(new Set(SAMPLES.keys())).toEqual(new Set(Object.values(SAMPLE_IDS)));
  for (const id of SAMPLES.keys()) expect(isId('file', id)).toBe(false);
});
