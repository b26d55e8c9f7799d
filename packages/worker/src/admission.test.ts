/** Steps that wait for a place: thousands may wait for one program outside, so waiting costs no reading of files. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { type Admit, type Operation, PlacesTaken } from './operation.ts';
import { openFixture, WAIT, WRONG_ACCOUNTS } from './testing/fixture.ts';

const makes: Operation = async ({ directory }) => {
  const path = join(directory, 'made.bin');
  await writeFile(path, 'what was made');
  return { artifacts: [{ path, mimeType: 'application/octet-stream' }], units: 1 };
};

test('a step that waits for a place reads no file, and has its place until its end', async () => {
  await using fixture = await openFixture();
  const events: string[] = [];
  let mayRun = false;
  const artifacts: typeof fixture.artifacts = {
    ...fixture.artifacts,
    read(key) {
      events.push('read');
      return fixture.artifacts.read(key);
    },
  };
  const admit: Admit = ({ operation, isBegun }) => {
    events.push(`${operation} ${isBegun ? 'goes on' : 'begins'}`);
    return mayRun ? Promise.resolve(() => void events.push('left')) : Promise.reject(new PlacesTaken('runner'));
  };
  const reads: Operation = async ({ inputs }) => {
    events.push(...Object.keys(inputs));
    return { artifacts: [], units: 2 };
  };
  fixture.worker({ makes });
  fixture.worker({ reads }, { admit, artifacts, engine: 'av' });
  const id = await fixture.accept([
    { operation: 'makes' },
    { operation: 'reads', engine: 'av', inputs: { source: { step: 0, artifact: 0 } } },
  ]);
  await fixture.notify(id);
  const wakeUp = { projectId: fixture.projectId, executionId: id };
  const left = 'SELECT id FROM execution WHERE finished_at IS NOT NULL OR (claim_token IS NULL AND run_at > instant())';
  await vi.waitFor(async () => {
    await fixture.queue.notify('av', [{ ...wakeUp, epoch: 1 }]);
    expect(await fixture.sql(left)).toHaveLength(1);
  }, WAIT);
  expect(new Set(events)).toEqual(new Set(['reads begins']));
  mayRun = true;
  await vi.waitFor(async () => {
    await fixture.sql('UPDATE execution SET run_at = instant() WHERE claim_token IS NULL AND finished_at IS NULL');
    await fixture.queue.notify('av', [{ ...wakeUp, epoch: 2 }]);
    expect(await fixture.get(id)).toMatchObject({ status: 'succeeded', chargedMicros: 21 });
  }, WAIT);
  expect(events.filter((event) => event !== 'reads begins')).toEqual(['read', 'source', 'left']);
  expect(await fixture.sql(WRONG_ACCOUNTS)).toEqual([]);
});
