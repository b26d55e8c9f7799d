/** The processes of a system and their connections: each has its own proxy to every server, so that a cut affects it alone. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { newPort } from './ports.ts';
import { createProcess, type Process } from './process.ts';
import { type Proxy, startProxy } from './proxy.ts';

const APPS = resolve(import.meta.dirname, '../../../apps');

export type AppName = 'gateway' | 'worker-image' | 'worker-av' | 'worker-provider' | 'keeper';
export type ServerName = 'postgres' | 'redis' | 'store' | 'provider';

/** Number of processes of each app; an app that the repository lacks is left out. */
export type Counts = Readonly<Record<AppName, number>>;

export const COUNTS: Counts = { gateway: 2, 'worker-image': 2, 'worker-av': 2, 'worker-provider': 2, keeper: 1 };

export interface App {
  readonly app: AppName;
  readonly process: Process;
  readonly proxies: Readonly<Partial<Record<ServerName, Proxy>>>;
  readonly metricsUrl: string;
  /** URL of a gateway; otherwise null. */
  readonly url: string | null;
  /** URL of a gateway's operator API; otherwise null. */
  readonly operatorUrl: string | null;
}

export interface Wiring {
  /** Ports of the servers; a server without a port does not exist in this run. */
  readonly ports: Readonly<Partial<Record<ServerName, number>>>;
  /** The environment of a process whose proxies listen on these ports. */
  readonly environment: (ports: Readonly<Partial<Record<ServerName, number>>>) => Readonly<Record<string, string>>;
  /** Settings of the provider worker alone. */
  readonly ofProvider?: Readonly<Record<string, string>>;
  readonly logs: string;
  readonly counts: Counts;
}

export async function createApps(wiring: Wiring): Promise<App[]> {
  const apps: App[] = [];
  for (const [app, count] of Object.entries(wiring.counts) as [AppName, number][]) {
    if (!existsSync(join(APPS, app, 'src/main.ts'))) continue;
    for (let number = 1; number <= count; number++) apps.push(await createApp(app, number, wiring));
  }
  return apps;
}

async function createApp(app: AppName, number: number, { ports, environment, ofProvider, logs }: Wiring): Promise<App> {
  const proxies: Partial<Record<ServerName, Proxy>> = {};
  for (const [server, port] of Object.entries(ports) as [ServerName, number][]) {
    if (reaches(app, server)) proxies[server] = await startProxy(port);
  }
  const own = Object.fromEntries(Object.entries(proxies).map(([server, { port }]) => [server, port]));
  const [port, operatorPort, metricsPort] = [await newPort(), await newPort(), await newPort()];
  const url = app === 'gateway' ? `http://127.0.0.1:${port}` : null;
  const process_ = createProcess({
    name: `${app}-${number}`,
    command: [process.execPath, join(APPS, app, 'src/main.ts')],
    env: {
      ...environment({ ...ports, ...own }),
      FAREBOX_METRICS_PORT: String(metricsPort),
      ...(app === 'worker-provider' ? ofProvider : {}),
      ...(url === null
        ? {}
        : { FAREBOX_PORT: String(port), FAREBOX_OPERATOR_PORT: String(operatorPort), FAREBOX_PUBLIC_URL: url }),
    },
    logs,
    restarts: true,
  });
  const operatorUrl = url === null ? null : `http://127.0.0.1:${operatorPort}`;
  return { app, process: process_, proxies, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`, url, operatorUrl };
}

/** Only the provider worker calls providers. */
const reaches = (app: AppName, server: ServerName): boolean => server !== 'provider' || app === 'worker-provider';
