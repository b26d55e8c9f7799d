/** A project or platform whose execution is switched off is visible with the next lookup of a key, within a second. */
import { micros } from '@farebox/kernel';
import { openTestDatabase, testDatabase } from '@farebox/testing';
import { expect, test } from 'vitest';
import { createKeyDirectory, openProject, setExecutionEnabled } from '../index.ts';

const pepper = 'a-pepper-of-at-least-32-characters';

test('a switched-off platform or project is visible once a cached lookup is older than 900 ms', async () => {
  await using server = await testDatabase();
  const database = openTestDatabase({ url: server.appUrl, poolMax: 2, applicationName: 'switches-test' });
  try {
    let nowMs = 0;
    const directory = createKeyDirectory({
      database,
      pepper,
      clock: { now: () => new Date(), monotonicMs: () => nowMs },
    });
    const admin = { subject: 'ann', name: 'Ann' };
    const { projectId, key } = await openProject(
      { database, pepper },
      { organization: 'O', name: 'P', admin, balanceMicros: micros(0n), environment: 'test', key: { name: 'k' } },
    );
    const seen = async () => {
      const identity = await directory.find(key);
      return [identity?.platform.executionEnabled, identity?.project.executionEnabled];
    };
    expect(await seen()).toEqual([true, true]);
    await database.prisma.platform.updateMany({ data: { executionEnabled: false } });
    await setExecutionEnabled(database, projectId, false);
    nowMs = 899;
    expect(await seen()).toEqual([true, true]);
    nowMs = 900;
    expect(await seen()).toEqual([false, false]);
  } finally {
    await database.close();
  }
});
