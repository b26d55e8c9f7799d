/**
 * Tests which files of its worker a child can read as an ordinary user without namespaces, as in the Compose image
 * without bubblewrap.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SOURCE = import.meta.dirname;
const NOBODY = '65534';
const isRoot = process.getuid?.() === 0;
/** Modes of the worker's program. If root owns the file, the worker's user is one of the others; otherwise it is the owner. */
const [READABLE, UNREADABLE] = isRoot ? [0o755, 0o711] : [0o500, 0o100];

let folder: string;
let node: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-unreadable-'));
  chmodSync(folder, 0o755);
  node = join(folder, 'node');
  copyFileSync(process.execPath, node);
  cpSync(SOURCE, join(folder, 'isolation'), { recursive: true });
  writeFileSync(join(folder, 'worker.ts'), WORKER, { mode: 0o644 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program in each isolation that has the worker's user, and lets it try to read the worker's files in /proc. */
const WORKER = `
  import { spawnSync } from 'node:child_process';
  import { workingIsolations } from './isolation/isolation.ts';
  const look = \`
    const { openSync, readdirSync, readFileSync, readSync } = require('node:fs');
    const tried = (attempt) => { try { return attempt(); } catch (error) { return error.code; } };
    const its = '/proc/' + process.argv[1] + '/';
    console.log(JSON.stringify({
      environ: tried(() => readFileSync(its + 'environ', 'latin1').includes('of the worker')),
      mem: tried(() => typeof openSync(its + 'mem')),
      files: tried(() => readdirSync(its + 'fd').length > 0),
    }));
  \`;
  const said = workingIsolations().filter(({ kind }) => kind === 'process' || kind === 'none').map((isolation) => {
    const command = [process.execPath, '-e', look, String(process.pid)];
    const [program, ...args] = isolation.around({ command, slot: 0, directory: '/tmp', readable: [] });
    const { stdout, stderr } = spawnSync(program, args, { env: {}, encoding: 'utf8' });
    return { kind: isolation.kind, network: isolation.closed.network, ...(stdout ? JSON.parse(stdout) : { stderr }) };
  });
  console.log(JSON.stringify(said));
`;

interface Said {
  readonly kind: string;
  readonly network: boolean;
}

function workerSays(): readonly Said[] {
  // Root's permission to read everything ends with the first program that setpriv starts, here `env`.
  const user = isRoot ? ['setpriv', '--reuid', NOBODY, '--regid', NOBODY, '--clear-groups', 'env'] : [];
  const [program, ...args] = [...user, node, '--disable-warning=ExperimentalWarning', join(folder, 'worker.ts')];
  const env = { PATH: process.env['PATH'], PROBE_SECRET: 'of the worker', TMPDIR: tmpdir() };
  return JSON.parse(execFileSync(program, args, { cwd: folder, env, encoding: 'utf8' })) as readonly Said[];
}

test.skipIf(process.platform !== 'linux')(
  'a child can read environment, memory and files of its worker only if its user may read the program of the worker',
  () => {
    const OPEN = { environ: true, mem: 'number', files: true };
    const CLOSED = { environ: 'EACCES', mem: 'EACCES', files: 'EACCES' };
    chmodSync(node, READABLE);
    // If the kernel gives this user a namespace, the namespace closes the worker even if its program is readable.
    const readable = workerSays().filter(({ network }) => !network);
    expect(readable.map(({ kind }) => kind)).toEqual(['none', 'none']);
    for (const each of readable) expect(each).toMatchObject(OPEN);
    chmodSync(node, UNREADABLE);
    const unreadable = workerSays();
    expect(unreadable.filter(({ network }) => !network).map(({ kind }) => kind)).toEqual(['process', 'none', 'none']);
    for (const each of unreadable) expect(each).toMatchObject(CLOSED);
  },
);
