/** A step reads only files of its own project, whatever its plan names. */
import { randomBytes } from 'node:crypto';
import { micros } from '@farebox/kernel';
import { expect, test } from 'vitest';
import { openFixture } from '../testing/fixture.ts';
import { createFileStore, findInputs } from '@farebox/files';

test('a file of another project is as absent as a missing one, and a file of the project is found', async () => {
  await using fixture = await openFixture();
  const { database } = fixture;
  const [mine, theirs] = await Promise.all([0, 1].map(() => fixture.project({ balanceMicros: micros(1_000n) })));
  const sha256 = randomBytes(32).toString('hex');
  const upload = (projectId: string) =>
    createFileStore(database).saveUpload({ projectId, sha256, mimeType: 'image/png', sizeBytes: 10 }, async () => {});
  const [own, foreign] = [await upload(mine!), await upload(theirs!)];
  const wanted = { projectId: mine!, executionId: 'exe_of_nobody' };
  const found = await findInputs(database, { ...wanted, refs: [own, foreign].map(({ id }) => ({ fileId: id })) });
  expect(found.map((source) => source?.fileId ?? null)).toEqual([own.id, null]);
});
