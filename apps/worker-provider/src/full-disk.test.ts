/** A worker whose own disk is full when the response to a provider call arrives. */
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { image, openFixture } from './testing/fixture.ts';

test('a paid result waits in memory while this disk is full, and is delivered when there is space', async () => {
  await using fixture = await openFixture();
  const step = fixture.step('generate-image', image('a lighthouse'));
  const path = join(fixture.directory, 'output.png');
  await symlink('/dev/full', path); // every write to it finds no space left
  const running = step.run();
  await vi.waitFor(() => expect(fixture.warnings.join()).toContain('ENOSPC'), { timeout: 30_000 });
  await rm(path);
  expect(await running).toMatchObject({ units: 1, costMicros: 10_000n });
  expect([fixture.calls.length, step.journal.writes]).toEqual([1, ['dispatch']]);
});
