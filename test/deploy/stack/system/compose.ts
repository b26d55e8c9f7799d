/** A copy of deploy/ in a folder of its own, with the commands of its README. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runProcess } from '@farebox/testing';

const DEPLOY = resolve(import.meta.dirname, '../../../../deploy');
const POLL_MS = 1000;
const HEALTHY_TIMEOUT_MS = 480_000;

/** Why there are no images or no engine; null if both are there. */
export const problem = (): string | null => {
  const { STACK_PROBLEM: reason = '', DOCKER_HOST: host = '' } = process.env;
  if (reason !== '') return reason;
  return host === '' ? 'run this by test/deploy/stack/engine/with-stack.sh' : null;
};

/** Probes that start a Node take seconds where the machine is busy, and late ones pile up. */
const PROBE = '{ interval: 10s, timeout: 60s, start_period: 300s, retries: 5 }';
/** There is no image of Grafana here. Fewer workers, because the machine is small. */
const OVERRIDE = `services:
  grafana: { profiles: [grafana] }
  gateway: { healthcheck: ${PROBE} }
  keeper: { healthcheck: ${PROBE} }
  worker-image: { deploy: { replicas: 1 }, healthcheck: ${PROBE} }
  worker-av: { deploy: { replicas: 1 }, healthcheck: ${PROBE} }
  worker-provider: { deploy: { replicas: 1 }, healthcheck: ${PROBE} }
`;

export interface Container {
  readonly ID: string;
  readonly Service: string;
  readonly State: string;
  readonly Health: string;
  readonly ExitCode: number;
  readonly Publishers: readonly { readonly TargetPort: number; readonly PublishedPort: number }[] | null;
}

export interface Stack extends AsyncDisposable {
  readonly folder: string;
  /** Runs a script of deploy/ and returns its output. */
  readonly script: (name: string, ...args: string[]) => Promise<string>;
  readonly compose: (...args: string[]) => Promise<string>;
  readonly docker: (...args: string[]) => Promise<string>;
  readonly containers: () => Promise<readonly Container[]>;
  /** Resolves when every container is healthy or has ended well. */
  readonly healthy: () => Promise<readonly Container[]>;
  readonly set: (settings: Readonly<Record<string, string>>) => void;
}

export function copyOfDeploy(): Stack {
  const folder = mkdtempSync(join(tmpdir(), 'stack-'));
  cpSync(DEPLOY, folder, { recursive: true, filter: (path) => !path.endsWith('/.env') });
  writeFileSync(join(folder, 'compose.override.yaml'), OVERRIDE);
  const { PATH, DOCKER_HOST, DOCKER_CONFIG, POSTGRES_IMAGE, REDIS_IMAGE, MINIO_IMAGE, PROMETHEUS_IMAGE } = process.env;
  const env = { PATH, DOCKER_HOST, DOCKER_CONFIG, POSTGRES_IMAGE, REDIS_IMAGE, MINIO_IMAGE, PROMETHEUS_IMAGE };
  const run = (...command: string[]): Promise<string> => runProcess({ command, cwd: folder, env });
  const compose = (...args: string[]): Promise<string> => run('docker', 'compose', ...args);
  const containers = async (): Promise<readonly Container[]> =>
    (await compose('ps', '--all', '--format', 'json'))
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Container);
  return {
    folder,
    script: (name, ...args) => run(`./${name}`, ...args),
    compose,
    docker: (...args) => run('docker', ...args),
    containers,
    healthy: () => allHealthy(containers, compose),
    set: (settings) => {
      const path = join(folder, '.env');
      const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
      writeFileSync(path, `${readFileSync(path, 'utf8')}${lines.join('')}`);
    },
    async [Symbol.asyncDispose]() {
      await compose('down', '--volumes', '--timeout', '5');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const isWell = ({ State, Health, ExitCode }: Container): boolean =>
  State === 'exited' ? ExitCode === 0 : State === 'running' && (Health === 'healthy' || Health === '');

async function allHealthy(containers: Stack['containers'], compose: Stack['compose']): Promise<readonly Container[]> {
  const limit = AbortSignal.timeout(HEALTHY_TIMEOUT_MS);
  for (;;) {
    const all = await containers();
    const ill = all.filter((each) => !isWell(each));
    if (all.length > 0 && ill.length === 0) return all;
    if (limit.aborted) {
      const names = ill.map(({ Service, State, Health }) => `${Service} is ${State} ${Health}`);
      throw new Error(`${names.join(', ')}\n${await compose('logs', '--no-color', '--tail', '20')}`);
    }
    await pause(POLL_MS);
  }
}
