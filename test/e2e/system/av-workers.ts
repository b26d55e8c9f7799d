/** Sound workers as containers with the confinement of compose.yaml: their /app is this repository, read only; their image has the programs. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { freePort } from '@farebox/embedded';
import { type Program, respondsOk, startProgram } from '@farebox/testing';
import { confinementOf } from './confinement.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const READY_TIMEOUT_MS = 60_000;

/** The default offer of compose.yaml; Debian's ffmpeg writes all of it. */
export const OFFERED = {
  FAREBOX_AUDIO_FORMATS: 'mp3,wav,aac,opus,flac',
  FAREBOX_VIDEO_FORMATS: 'h264,vp9,av1,webp,gif',
};

type Env = Readonly<Record<string, string>>;

export interface AvWorkers {
  /** Names of the containers; empty when no image was made. */
  readonly names: readonly string[];
  readonly stop: () => Promise<void>;
}

interface AvWorkerOptions {
  /** Undefined on an engine that was not started here and has no such image. */
  readonly image: string | undefined;
  readonly count: number;
  readonly env: Env;
  /** Folder for logs. */
  readonly directory: string;
}

/** Resolves when every worker is ready. */
export async function startAvWorkers({ image, count, env, directory }: AvWorkerOptions): Promise<AvWorkers> {
  if (image === undefined) return { names: [], stop: () => Promise.resolve() };
  const programs: Program[] = [];
  const names = Array.from({ length: count }, (_, number) => `e2e-worker-av-${process.pid}-${number + 1}`);
  const stop = async (): Promise<void> => void (await Promise.all(programs.map((program) => program.stop())));
  try {
    for (const name of names) {
      const port = String(await freePort());
      const settings = { ...env, FAREBOX_METRICS_PORT: port };
      const command = [
        'docker',
        'run',
        '--rm',
        '--name',
        name,
        ...optionsOf(settings),
        image,
        'apps/worker-av/src/main.ts',
      ];
      const program = startProgram({ name, directory, command, env: engine() });
      programs.push(program);
      await program.ready(respondsOk(`http://127.0.0.1:${port}/metrics`), READY_TIMEOUT_MS);
    }
    return { names, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Kills the container with SIGKILL. */
export const killContainer = (name: string): void => void execFileSync('docker', ['kill', name], { stdio: 'ignore' });

/** The servers publish their ports on the loopback address of this machine, to which `env` points. */
const optionsOf = (env: Env): string[] => [
  '--network=host',
  `--volume=${ROOT}:/app:ro`,
  ...confinementOf('worker-av'),
  ...Object.entries(env).map(([name, value]) => `--env=${name}=${value}`),
];

/** The settings by which Docker's client finds its engine. */
function engine(): Env {
  const { PATH = '', DOCKER_HOST } = process.env;
  return { PATH, ...(DOCKER_HOST === undefined ? {} : { DOCKER_HOST }) };
}
