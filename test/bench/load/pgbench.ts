/** Runs an SQL script by pgbench: one transaction at a time on each connection, over as many connections as the system has clients. */
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProcess } from '@farebox/testing';
import type { Sample } from './wrk.ts';

export interface SqlLoad {
  readonly databaseUrl: string;
  /** A pgbench script: one transaction of the measurement, of any number of statements. */
  readonly sql: string;
  readonly clients: number;
  readonly seconds: number;
  /** Folder for the script and the log of latencies. */
  readonly directory: string;
}

export async function runPgbench({ databaseUrl, sql, clients, seconds, directory }: SqlLoad): Promise<Sample> {
  const [script, log] = [join(directory, 'floor.sql'), join(directory, 'pgbench')];
  await writeFile(script, sql);
  const options = ['--no-vacuum', '--protocol=prepared', '--log', `--log-prefix=${log}`];
  const size = [`--client=${clients}`, '--jobs=1', `--time=${seconds}`, `--file=${script}`];
  const stdout = await runProcess({ command: ['pgbench', ...options, ...size, databaseUrl] });
  const latencies = await latenciesMs(`${log}.*`);
  return {
    perSecond: numberAfter(stdout, /^tps = ([\d.]+)/m),
    count: numberAfter(stdout, /^number of transactions actually processed: (\d+)/m),
    p50Ms: latencies[Math.floor(latencies.length * 0.5)] ?? NaN,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? NaN,
  };
}

function numberAfter(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`pgbench printed no ${pattern.source}:\n${text}`);
  return Number(found);
}

/** Latencies in rising order. The third field of a log line is the latency in microseconds. Removes the logs. */
async function latenciesMs(pattern: string): Promise<number[]> {
  const all: number[] = [];
  for await (const file of glob(pattern)) {
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    all.push(...lines.map((line) => Number(line.split(' ')[2]) / 1000));
    await rm(file);
  }
  return all.sort((a, b) => a - b);
}
