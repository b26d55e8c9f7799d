/**
 * Builds stages of a Dockerfile without Docker: every stage is a folder, COPY copies files that the build may see, and RUN runs its
 * command as it is. Only for stages that stay within their folder: a command with an absolute path is refused, because here it would be
 * a path of this machine.
 */
import { cp, mkdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { runProcess } from '@farebox/testing';
import type { Copy, Run, Stage } from './dockerfile.ts';
import type { Visible } from './visible.ts';

const COMMAND_SECONDS_MAX = '80';
const WORKDIR = '/app';

export interface BuildOptions {
  readonly stages: readonly Stage[];
  /** Folder of the repository. */
  readonly root: string;
  readonly visible: Visible;
  /** An empty folder; every stage becomes a folder in it. */
  readonly directory: string;
}

/** Builds the stage and the stages that it is based on. Returns its folder. */
export async function buildStage(name: string, options: BuildOptions): Promise<string> {
  const built = new Map<string, Promise<string>>();
  const build = (wanted: string): Promise<string> => {
    const known = built.get(wanted) ?? buildOne(wanted, options, build);
    built.set(wanted, known);
    return known;
  };
  return await build(name);
}

async function buildOne(
  name: string,
  options: BuildOptions,
  build: (name: string) => Promise<string>,
): Promise<string> {
  const stage = options.stages.find((each) => each.name === name);
  if (stage === undefined) throw new Error(`there is no stage "${name}"`);
  const folder = join(options.directory, name);
  await mkdir(folder);
  if (options.stages.some((each) => each.name === stage.base))
    await cp(await build(stage.base), folder, { recursive: true, verbatimSymlinks: true });
  for (const instruction of stage.instructions) {
    if (instruction.kind === 'run') await runIn(folder, instruction, options.directory);
    if (instruction.kind === 'copy') await copyInto(folder, instruction, { options, build });
  }
  return folder;
}

interface Sources {
  readonly options: BuildOptions;
  readonly build: (name: string) => Promise<string>;
}

async function copyInto(folder: string, { from, sources, target }: Copy, { options, build }: Sources): Promise<void> {
  const origin = from === null ? options.root : await build(from);
  const filter = (path: string): boolean => from !== null || options.visible(relative(origin, path));
  for (const source of sources) {
    const path = source.replace(`${WORKDIR}/`, '');
    const to = sources.length > 1 || target.endsWith('/') ? join(folder, target, path) : join(folder, target);
    await mkdir(dirname(to), { recursive: true });
    await cp(join(origin, path), to, { recursive: true, verbatimSymlinks: true, filter });
  }
}

/** npm's global prefix is a folder beside the stages, so that nothing is installed into this machine. */
async function runIn(folder: string, { command }: Run, directory: string): Promise<void> {
  if (/(^|[\s"'=])\//.test(command)) throw new Error(`only fit for a container: ${command}`);
  const prefix = join(directory, 'global');
  await mkdir(join(prefix, 'bin'), { recursive: true });
  const PATH = [join(prefix, 'bin'), dirname(process.execPath), process.env['PATH']].join(':');
  const env = { PATH, npm_config_prefix: prefix, npm_config_prefer_offline: 'true', CI: 'true' };
  await runProcess({ command: ['timeout', COMMAND_SECONDS_MAX, '/bin/sh', '-c', command], cwd: folder, env });
}
