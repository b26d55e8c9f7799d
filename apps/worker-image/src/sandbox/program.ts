/** The program of this app's child processes: what it runs, reads and gets, and what is believed of what it says. */
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ChildProgram, createSandbox, type Sandbox, type SandboxOptions } from '@tollgate/sandbox';
import { Check } from 'typebox/value';
import { Progress, Reply, type Task } from './protocol.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
/** Code, of this app and of the workspace: no data folder, no file with settings. */
const APP = join(import.meta.dirname, '../..');
const ROOT = join(APP, '../..');
/** Where packages really are: a checkout may share those of another one by a link, which leads nowhere in a sandbox. */
const INSTALLED = [join(ROOT, 'node_modules/.pnpm')].filter(existsSync).map((path) => realpathSync(path));

const PROGRAM: ChildProgram<Reply> = {
  main: MAIN,
  readable: [APP, join(ROOT, 'node_modules'), join(ROOT, 'packages'), join(ROOT, 'package.json'), ...INSTALLED],
  environment: {
    TZ: 'UTC',
    UV_THREADPOOL_SIZE: '2',
    MALLOC_ARENA_MAX: '2',
    VIPS_BLOCK_UNTRUSTED: '1',
    FONTCONFIG_FILE: join(APP, 'fonts/fonts.conf'),
  },
  isReply: (value) => Check(Reply, value),
  progressOf: (value) => (Check(Progress, value) ? value.share : null),
  filesOf: (reply) => (reply.kind === 'done' ? reply.output.artifacts.map(({ file }) => file) : []),
};

export type ImageSandbox = Sandbox<Task, Reply>;
export type ImageSandboxOptions = Omit<SandboxOptions<Reply>, 'program'>;

export const openImageSandbox = (options: ImageSandboxOptions): ImageSandbox =>
  createSandbox<Task, Reply>({ ...options, program: PROGRAM });
