/** The program of the child processes that decode images of external services: its code, its environment, its limits. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ChildProgram, createSandbox, type Isolation, type Sandbox } from '@farebox/sandbox';
import { type PictureReply, type PictureTask, isPictureReply } from './protocol.ts';

const MAIN = fileURLToPath(new URL('./child.ts', import.meta.url));

const PROGRAM: ChildProgram<PictureReply> = {
  main: MAIN,
  readable: MAIN.endsWith('.ts') ? sourceFolders() : [dirname(MAIN)],
  environment: { TZ: 'UTC', UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2', VIPS_BLOCK_UNTRUSTED: '1' },
  isReply: isPictureReply,
  filesOf: (reply) => (reply.kind === 'done' ? [reply.file] : []),
};

/** An image of 40 megapixels with transparency takes 160 MB, and its PNG about as much. */
const MEMORY_BYTES_MAX = 1.5 * 1024 ** 3;
const TASK_MS = 60_000;
const TASKS_PER_CHILD = 50;
/** Other users than those of the recordings' decoder and of the other workers. */
const FIRST_SLOT = 980;

export const openPictureSandbox = (isolation: Isolation): Sandbox<PictureTask, PictureReply> =>
  createSandbox<PictureTask, PictureReply>({
    program: PROGRAM,
    isolation,
    size: 2,
    firstSlot: FIRST_SLOT,
    tasksPerChild: TASKS_PER_CHILD,
    memoryBytesMax: MEMORY_BYTES_MAX,
    taskMs: TASK_MS,
  });

/** As in the image worker: code of this app and of the workspace, or the folder of the bundle, and nothing else. */
function sourceFolders(): string[] {
  const app = join(dirname(MAIN), '../../..');
  const root = join(app, '../..');
  const installed = [join(root, 'node_modules/.pnpm')].filter(existsSync).map((path) => realpathSync(path));
  return [app, join(root, 'node_modules'), join(root, 'packages'), join(root, 'package.json'), ...installed];
}
