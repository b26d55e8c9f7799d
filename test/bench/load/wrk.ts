/** Runs wrk, the load generator of both sides, as a process of its own: it uses little processor time beside a server. */
import { runProcess } from '@farebox/testing';

export interface Load {
  readonly url: string;
  readonly script: 'accept.lua' | 'poll.lua';
  readonly args: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}

export interface Sample {
  readonly perSecond: number;
  /** Completed requests, or ended transactions. */
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Summary {
  readonly requests: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  readonly refused: number;
  readonly broken: number;
}

/** The machine was too busy to complete one request during a measurement: there is no figure, and nothing else is wrong. */
export class NothingDoneError extends Error {
  override readonly name = 'NothingDoneError';

  constructor(what: string, seconds: number) {
    super(`${what} did nothing in ${seconds} s: this machine is too busy for so short a time; give it more --seconds`);
  }
}

/** Rejects when any request is refused or gets no response, because such a run measures something else. */
export async function runWrk({ url, script, args, connections, seconds }: Load): Promise<Sample> {
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script, url, '--', ...args];
  const stdout = await runProcess({ command: ['wrk', ...options], cwd: import.meta.dirname });
  const last = stdout.trim().split('\n').at(-1) ?? '';
  const { requests, p50, p99, refused, broken, ...time } = JSON.parse(last) as Summary;
  if (refused + broken > 0) throw new Error(`${url}: ${refused} requests were refused, ${broken} got no response`);
  if (requests === 0) throw new NothingDoneError(url, seconds);
  return { perSecond: requests / time.seconds, count: requests, p50Ms: p50, p99Ms: p99 };
}
