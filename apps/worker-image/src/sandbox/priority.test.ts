/** Children have a lower priority than their worker. One that was started with a low priority cannot raise it, and need not. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Isolation, workingIsolations } from '@farebox/sandbox';
import { expect, test } from 'vitest';
import { innermost, childPids } from '../testing/processes.ts';
import { scratch, sourceFile, waves } from '../testing/samples.ts';
import { openImageSandbox } from './program.ts';

const isRoot = process.getuid?.() === 0;
/** Root may raise priorities, so the child becomes a user that may not. */
const powerless = isRoot
  ? ['setpriv', '--reuid', '64999', '--clear-groups', '--bounding-set=-all', '--inh-caps=-all']
  : [];
const none = workingIsolations().at(-1)!;
const nice: Isolation = {
  ...none,
  around: ({ command }) => ['nice', '-n', '15', ...powerless, ...command],
  ownerOf: () => (isRoot ? 64_999 : null),
};

/** Runs one task in a new child, and returns what `read` finds of the child meanwhile. */
async function ofChild(isolation: Isolation, read: (pid: number) => Promise<string>): Promise<string> {
  await using directory = await scratch();
  const path = join(directory.path, 'small.png');
  await waves(32, 32).png().toFile(path);
  const inputs = { source: await sourceFile(path, 'image/png') };
  const limits = { pixelsMax: 40_000_000, sideMax: 16_383 };
  const before = await childPids();
  const sandbox = openImageSandbox({
    size: 1,
    memoryBytesMax: 2 ** 31,
    taskMs: 30_000,
    tasksPerChild: 9,
    isolation,
  });
  try {
    const task = { operation: 'analyze', parameters: { colors: 3 }, directory: directory.path, inputs, limits };
    const running = sandbox.run(task, { owner: 'one', signal: new AbortController().signal });
    await expect(running).resolves.toMatchObject({ kind: 'done' });
    const [child] = (await childPids()).filter((pid) => !before.includes(pid));
    return await read(await innermost(child!));
  } finally {
    await sandbox.close();
  }
}

test.skipIf(process.platform !== 'linux')('the child of a worker at nice 15 works at nice 15', async () => {
  const stat = await ofChild(nice, (pid) => readFile(`/proc/${pid}/stat`, 'utf8'));
  expect(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])).toBe(15);
});

const hasGroups = existsSync('/proc/self/autogroup');
if (!hasGroups) console.log('skipped: this kernel does not group processes by session (CONFIG_SCHED_AUTOGROUP)');

test.skipIf(!hasGroups)('the session of a child has a lower priority than that of its worker', async () => {
  const [isolation] = workingIsolations();
  const group = () => ofChild(isolation!, (pid) => readFile(`/proc/${pid}/autogroup`, 'utf8'));
  // Ordinary users together may change ten in a second, and other tests do.
  await expect.poll(group, { timeout: 30_000, interval: 130 }).toMatch(/ nice 10\n$/);
  expect(await readFile('/proc/self/autogroup', 'utf8')).not.toContain('nice 10');
});
