/** The first command on a machine with an old Node runs on the Node that the bootstrap installs. */
import { spawnSync } from 'node:child_process';
import { delimiter, join, resolve } from 'node:path';
import { type Ended, startProcess } from '@farebox/testing';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');
const FILE = 'packages/cli/src/testing/version.process.ts';

/** A Node on the PATH that cannot run TypeScript, as on most new machines. */
const older = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find((node) => /^v2[0-3]\./.test(String(spawnSync(node, ['--version']).stdout)));

const bootstrap = (node: readonly string[], ...args: string[]): Promise<Ended> =>
  startProcess({ command: [...node, 'packages/cli/bootstrap.mjs', ...args], cwd: ROOT, stderr: 'keep' }).ended;

test('on an older Node a TypeScript file of the project runs on Node 24', async ({ skip }) => {
  if (older === undefined) return skip('no Node 20 to 23 on PATH');
  expect((await startProcess({ command: [older, FILE], cwd: ROOT, stderr: 'keep' }).ended).code).not.toBe(0);
  const { code, stdout } = await bootstrap([older], 'run', FILE);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^v24\.\d+\.\d+\n$/)]);
});

test('a Node that is too old, and a file that does not exist, are reported in one line', async () => {
  const script = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } })`;
  const tooOld = [process.execPath, '--import', `data:text/javascript,${encodeURIComponent(script)}`];
  expect(await bootstrap(tooOld, 'run', FILE)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^farebox: Node v\S+ is too old: install Node 20 or later\.\n$/),
  });
  expect(await bootstrap([process.execPath], 'run', 'no/such.ts')).toMatchObject({
    code: 1,
    stderr: 'farebox: there is no file "no/such.ts".\n',
  });
});
