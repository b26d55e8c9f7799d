/**
 * Runs the apps as separate processes, as a deployment does. Apps are started by path, because no package may import an
 * app.
 */
import { resolve } from 'node:path';
import { freePort } from '@farebox/embedded';
import { respondsOk, type Program, startProgram } from './program.ts';

const APPS = resolve(import.meta.dirname, '../../../apps');
const READY_TIMEOUT_MS = 45_000;

type Env = Readonly<Record<string, string>>;

export interface AppsOptions {
  /** Folder for the logs of the apps. */
  readonly directory: string;
  /** Environment of all apps: servers and secrets. */
  readonly env: Env;
  /** Name → additional environment of this gateway. */
  readonly gateways: Readonly<Record<string, Env>>;
  readonly imageWorkers: number;
  /** Default 0; av workers need ffmpeg. */
  readonly avWorkers?: number;
  /** Additional environment of each provider worker, such as the keys of services; if omitted, none runs. */
  readonly providerWorkers?: readonly Env[];
  /** Default 1. */
  readonly keepers?: number;
}

export interface StartedApps {
  /** Gateway URLs, in the order of the options. */
  readonly gatewayUrls: readonly string[];
  readonly imageWorkerPids: readonly number[];
  readonly avWorkerPids: readonly number[];
  /** Metrics address of each process. */
  readonly metrics: readonly MetricsAddress[];
  readonly stop: () => Promise<void>;
}

export interface MetricsAddress {
  readonly app: string;
  readonly port: string;
}

/** Resolves when every gateway is ready. A worker that fails to start is noticed by a test that waits for its work. */
export async function startApps(options: AppsOptions): Promise<StartedApps> {
  const { directory, env, gateways, imageWorkers, avWorkers = 0, providerWorkers = [], keepers = 1 } = options;
  const started: Program[] = [];
  const metrics: MetricsAddress[] = [];
  const start = async (app: string, name: string, extra: Env = {}): Promise<Program> => {
    const command = [process.execPath, resolve(APPS, app, 'src/main.ts')];
    const metricsPort = String(await freePort());
    const program = startProgram({
      name,
      directory,
      command,
      env: { FAREBOX_LAME_DUCK_SECONDS: '1', ...env, FAREBOX_METRICS_PORT: metricsPort, ...extra },
    });
    started.push(program);
    metrics.push({ app, port: metricsPort });
    return program;
  };
  const gateway = async ([name, extra]: [string, Env]): Promise<string> => {
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    const program = await start('gateway', name, { FAREBOX_PORT: port, FAREBOX_PUBLIC_URL: url, ...extra });
    await program.ready(respondsOk(`${url}/readyz`), READY_TIMEOUT_MS);
    return url;
  };
  const pidsOf = async (app: string, count: number): Promise<readonly number[]> => {
    const workers = Array.from({ length: count }, (_, i) => start(app, `${app}-${i + 1}`));
    return (await Promise.all(workers)).map(({ pid }) => pid);
  };
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((each) => each.stop()));
  };
  try {
    const imageWorkerPids = await pidsOf('worker-image', imageWorkers);
    const avWorkerPids = await pidsOf('worker-av', avWorkers);
    await Promise.all(providerWorkers.map((extra, i) => start('worker-provider', `worker-provider-${i + 1}`, extra)));
    await Promise.all(Array.from({ length: keepers }, (_, i) => start('keeper', `keeper-${i + 1}`)));
    const gatewayUrls = await Promise.all(Object.entries(gateways).map(gateway));
    return { gatewayUrls, imageWorkerPids, avWorkerPids, metrics, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
