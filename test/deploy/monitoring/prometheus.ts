/** Starts a real Prometheus with the repository's own configuration; only its targets are on this machine. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '@farebox/embedded';
import { respondsOk, findProgram, startProgram } from '@farebox/testing';
import { parse, stringify } from 'yaml';

export const FOLDER = resolve(import.meta.dirname, '../../../deploy/prometheus');
const READY_TIMEOUT_MS = 45_000;

export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Prometheus extends AsyncDisposable {
  /** Runs an instant query. Throws Prometheus's message when the query is wrong. */
  readonly query: (expression: string) => Promise<readonly Sample[]>;
  /** `data` of any other endpoint of its API under /api/v1/. */
  readonly ask: <T>(path: string) => Promise<T>;
}

export interface Target {
  readonly app: string;
  readonly port: string;
}

/** `alertmanagers`: host and port of each. Returns null and prints one line when Prometheus is not installed. */
export async function startPrometheus(
  directory: string,
  targets: readonly Target[],
  alertmanagers: readonly string[] = [],
): Promise<Prometheus | null> {
  const program = findProgram('prometheus', 'install the package prometheus.');
  if (program === null) return null;
  const data = mkdtempSync(join(directory, 'prometheus-'));
  const config = join(data, 'prometheus.yml');
  writeFileSync(config, withTargets(readFileSync(join(FOLDER, 'prometheus.yml'), 'utf8'), targets, alertmanagers));
  const url = `http://127.0.0.1:${await freePort()}`;
  const options = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${data}/tsdb`,
    `--web.listen-address=${new URL(url).host}`,
  ];
  const running = startProgram({ name: 'prometheus', directory, command: [program, ...options] });
  await running.ready(respondsOk(`${url}/-/ready`), READY_TIMEOUT_MS);
  const ask = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${url}/api/v1/${path}`);
    const reply = (await response.json()) as { data: T; error?: string };
    if (reply.error !== undefined) throw new Error(`${path}: ${reply.error}`);
    return reply.data;
  };
  return { ask, query: (expression) => query(ask, expression), [Symbol.asyncDispose]: running.stop };
}

interface Config {
  readonly rule_files: readonly string[];
  readonly scrape_configs: readonly { readonly job_name: string; readonly dns_sd_configs: unknown }[];
}

/** Keeps the settings of each job, and replaces its targets and the addresses of Alertmanager. */
function withTargets(text: string, targets: readonly Target[], alertmanagers: readonly string[]): string {
  const config = parse(text) as Config;
  return stringify({
    ...config,
    alerting: { alertmanagers: [{ static_configs: [{ targets: alertmanagers }] }] },
    rule_files: config.rule_files.map((file) => join(FOLDER, file)),
    scrape_configs: config.scrape_configs.map(({ dns_sd_configs: _, ...job }) => {
      const ports = targets.filter(({ app }) => app === job.job_name).map(({ port }) => `127.0.0.1:${port}`);
      return { ...job, static_configs: [{ targets: ports }] };
    }),
  });
}

async function query(ask: Prometheus['ask'], expression: string): Promise<readonly Sample[]> {
  const { result } = await ask<{ result: { metric: Record<string, string>; value: [number, string] }[] }>(
    `query?query=${encodeURIComponent(expression)}`,
  );
  return result.map(({ metric, value: [, text] }) => ({ labels: metric, value: Number(text) }));
}
