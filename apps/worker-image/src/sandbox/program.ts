/**
 * The program of this app's child processes: the code it runs, the files it may read, its environment, and the checks
 * of its replies.
 */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ChildProgram, createSandbox, type Sandbox, type SandboxOptions } from '@farebox/sandbox';
import { Check } from 'typebox/value';
import { Progress, Reply, type Task } from './protocol.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const FONTS = fileURLToPath(new URL('../../fonts/fonts.conf', import.meta.url));

const PROGRAM: ChildProgram<Reply> = {
  main: MAIN,
  readable: MAIN.endsWith('.ts') ? sourceFolders() : [dirname(MAIN)],
  environment: {
    TZ: 'UTC',
    UV_THREADPOOL_SIZE: '2',
    MALLOC_ARENA_MAX: '2',
    VIPS_BLOCK_UNTRUSTED: '1',
    FONTCONFIG_FILE: FONTS,
  },
  isReply: (value) => Check(Reply, value),
  hasFailed: ({ kind }) => kind !== 'done',
  progressOf: (value) => (Check(Progress, value) ? value.share : null),
  filesOf: (reply) => (reply.kind === 'done' ? reply.output.artifacts.map(({ file }) => file) : []),
};

export type ImageSandbox = Sandbox<Task, Reply>;
export type ImageSandboxOptions = Omit<SandboxOptions<Reply>, 'program'>;

export const openImageSandbox = (options: ImageSandboxOptions): ImageSandbox =>
  createSandbox<Task, Reply>({ ...options, program: PROGRAM });

/**
 * Code of this app and of the workspace only: no data folder and no settings file. A checkout may link to the
 * installed packages of another one; such a link does not resolve in a sandbox, so its target is listed. A bundle is
 * in one folder with everything it needs, and nothing else.
 */
function sourceFolders(): string[] {
  const app = join(dirname(MAIN), '../..');
  const root = join(app, '../..');
  const installed = [join(root, 'node_modules/.pnpm')].filter(existsSync).map((path) => realpathSync(path));
  return [app, join(root, 'node_modules'), join(root, 'packages'), join(root, 'package.json'), ...installed];
}
