/** A quiet tenant: sends a request every few milliseconds over kept-alive connections, and never more because a response is late. */
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { spreadOf } from '../rounds.ts';
import type { Sample } from './wrk.ts';

export interface PacedLoad {
  readonly url: string;
  readonly paths: readonly string[];
  readonly key: string;
  readonly seconds: number;
}

const EVERY_MS = 10;

/** Rejects when a request is refused or gets no response. Each request is timed from its planned start, so a late one does not hide the next. */
export async function runPaced({ url, paths, key, seconds }: PacedLoad): Promise<Sample> {
  const agent = new Agent({ keepAlive: true });
  const sent: Promise<number>[] = [];
  const startMs = performance.now();
  try {
    while (performance.now() - startMs < seconds * 1000) {
      sent.push(timed(`${url}${paths[sent.length % paths.length]}`, key, agent));
      await pause(Math.max(0, startMs + sent.length * EVERY_MS - performance.now()));
    }
    const tookMs = (await Promise.all(sent)).sort((a, b) => a - b);
    const p99Ms = tookMs[Math.ceil(tookMs.length * 0.99) - 1]!;
    return { perSecond: tookMs.length / seconds, count: tookMs.length, p50Ms: spreadOf(tookMs).median, p99Ms };
  } finally {
    agent.destroy();
  }
}

function timed(url: string, key: string, agent: Agent): Promise<number> {
  const startMs = performance.now();
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { Authorization: `Bearer ${key}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().once('end', () => resolve(performance.now() - startMs));
    });
    request.once('error', reject);
  });
}
