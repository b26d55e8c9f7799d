/** Removal of objects whose execution's content was deleted: other objects stay, and failed removals are retried. */
import { randomUUID } from 'node:crypto';
import { createExecutionStore } from '@farebox/executions';
import { artifactKey, callResultKey } from '@farebox/files';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeContent } from './remove-content.ts';
import { type ProjectFixture, openProjectFixture } from '@farebox/executions/testing';

let fixture: ProjectFixture;
beforeEach(async () => void (fixture = await openProjectFixture()));
afterEach(() => fixture[Symbol.asyncDispose]());

const put = async (key: string): Promise<string> => {
  await fixture.artifacts.put(key, Buffer.from('bytes'), { mimeType: 'image/png', sizeBytes: 5 });
  return key;
};

/** Creates a cancelled execution with all objects that workers may have left. */
async function ended(): Promise<{ readonly id: string; readonly keys: readonly string[] }> {
  const { projectId } = fixture;
  const id = await fixture.accept();
  await createExecutionStore(fixture.database).requestCancel({ projectId, id, keyLineage: 'key_one', role: 'MEMBER' });
  const location = { projectId, executionId: id, step: 0 };
  const artifact = artifactKey({ ...location, n: 0, sha256: 'ab'.repeat(32) });
  return { id, keys: [await put(artifact), await put(callResultKey(location))] };
}

const deleteContentOf = (id: string) =>
  fixture.sql(`SELECT execution_delete_content('${fixture.projectId}', '${id}', 'member', 'oidc|ann')`);
const left = async (keys: readonly string[]) =>
  (await Promise.all(keys.map((key) => fixture.artifacts.stat(key)))).filter((each) => each !== null).length;

test('all objects of the execution are removed at once, from every worker; other executions and uploads keep theirs', async () => {
  const [gone, kept] = [await ended(), await ended()];
  const upload = await put(`projects/${fixture.projectId}/uploads/file_${randomUUID()}`);
  await deleteContentOf(gone.id);
  expect(await removeContent(fixture.database, fixture.artifacts)).toBe(1);
  expect(await left(gone.keys)).toBe(0);
  expect(await left([...kept.keys, upload])).toBe(3);
  expect(await removeContent(fixture.database, fixture.artifacts)).toBe(0);
});

test('a failed removal is retried and does not delay other executions', async () => {
  const [first, second] = [await ended(), await ended()];
  await deleteContentOf(first.id);
  await deleteContentOf(second.id);
  const resisting = {
    list: (prefix: string) => fixture.artifacts.list(prefix),
    remove: async (keys: readonly string[]) => {
      if (keys.includes(first.keys[0]!)) throw new Error('the store resists');
      await fixture.artifacts.remove(keys);
    },
  };
  await expect(removeContent(fixture.database, resisting)).rejects.toThrow('cannot be removed');
  expect([await left(first.keys), await left(second.keys)]).toEqual([2, 0]);
  expect(await removeContent(fixture.database, fixture.artifacts)).toBe(1);
  expect(await left(first.keys)).toBe(0);
});
