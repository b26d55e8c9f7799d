/** An input that crashes its decoder gets one more child process, and costs its execution only one attempt. */
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findIsolation } from '@farebox/sandbox';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createImageOperations } from './operations.ts';
import { run, scratch, sourceFile, waves } from './testing/samples.ts';

const { operations, close } = createImageOperations({ concurrency: 1, isolation: findIsolation() });
let directory: Awaited<ReturnType<typeof scratch>>;

beforeAll(async () => {
  directory = await scratch();
  await waves(3000, 2000).png().toFile(join(directory.path, 'slow.png'));
});
afterAll(async () => {
  await close();
  await directory[Symbol.asyncDispose]();
});

const convert = async () => {
  const source = await sourceFile(join(directory.path, 'slow.png'), 'image/png');
  return run(operations, { tool: 'image-convert', input: { model: 'avif' }, source });
};

const childrenOf = async (pid: number): Promise<readonly number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')).split(' ').filter(Boolean).map(Number);

async function decoders(pid = process.pid): Promise<readonly number[]> {
  const isDecoder = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).startsWith(process.execPath);
  const inner = (await Promise.all((await childrenOf(pid)).map((child) => decoders(child)))).flat();
  return isDecoder && pid !== process.pid ? [pid, ...inner] : inner;
}

/** Kills the decoder once it has its source, and returns its process id. */
async function crash(signal: NodeJS.Signals, before: number): Promise<number> {
  const pid = await vi.waitFor(
    async () => {
      const [found] = (await decoders()).filter((each) => each !== before);
      // As the decoder sees it: in namespaces only its own working directory exists.
      const parent = `/proc/${found}/root${tmpdir()}`;
      const rooms = (await readdir(parent)).filter((name) => name.startsWith('farebox-run-'));
      const busy = await Promise.all(rooms.map((room) => readdir(join(parent, room)).catch(() => [])));
      expect(found).toBeDefined();
      expect(busy.flat()).toContain('input-0');
      return found!;
    },
    { timeout: 30_000, interval: 20 },
  );
  process.kill(pid, signal);
  return pid;
}

it.for([
  ['SIGSEGV', 'source_not_readable'],
  ['SIGKILL', 'memory_limit_exceeded'],
] as const)('an input whose second child also dies of %s fails permanently', async ([signal, reason]) => {
  const running = convert();
  running.catch(() => {});
  await crash(signal, await crash(signal, 0));
  await expect(running).rejects.toMatchObject({ name: 'OperationFailure', reason });
});

it('an input succeeds in a second child if the first one crashed by chance', async () => {
  const running = convert();
  running.catch(() => {});
  await crash('SIGABRT', 0);
  expect((await running).artifacts).toMatchObject([{ width: 3000, height: 2000 }]);
});

it('a child is replaced after a hundred inputs', async () => {
  await waves(8, 8).png().toFile(join(directory.path, 'quick.png'));
  const source = await sourceFile(join(directory.path, 'quick.png'), 'image/png');
  const pids = new Set<number>();
  for (let count = 0; count <= 100; count++) {
    await run(operations, { tool: 'image-convert', input: { model: 'png' }, source });
    for (const pid of await decoders()) pids.add(pid);
  }
  expect(pids.size).toBe(2);
});
