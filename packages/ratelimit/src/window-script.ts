/** Runs window.lua: by its hash, with its text where the server does not know it (first use, restart, SCRIPT FLUSH). */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { invariant } from '@tollgate/kernel';
import type { Redis } from 'ioredis';

const SCRIPT = readFileSync(new URL('./window.lua', import.meta.url), 'utf8');
const HASH = createHash('sha1').update(SCRIPT).digest('hex');

export interface WindowCounts {
  readonly resetMs: number;
  /** One for each lineage asked for, in order; −1 is a refusal. */
  readonly remaining: readonly number[];
}

export interface WindowRequest {
  readonly lineages: readonly string[];
  readonly limit: number;
  readonly windowMs: number;
}

export async function countInWindow(redis: Redis, { lineages, limit, windowMs }: WindowRequest): Promise<WindowCounts> {
  const keys = lineages.map((lineage) => `rl:${lineage}:`);
  const answer = await run(redis, [keys.length, ...keys, limit, windowMs]);
  invariant(Array.isArray(answer) && answer.length === keys.length + 1, 'window.lua answers each request');
  const [resetMs, ...remaining] = answer.map(Number);
  return { resetMs: resetMs as number, remaining };
}

type Arguments = [keyCount: number, ...rest: (string | number)[]];

async function run(redis: Redis, args: Arguments): Promise<unknown> {
  try {
    return await redis.evalsha(HASH, ...args);
  } catch (error) {
    if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
    return redis.eval(SCRIPT, ...args);
  }
}
