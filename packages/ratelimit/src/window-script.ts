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

/** Requests of one lineage are counted together: a busy key costs one entry of the call, however many of its requests share it. */
export async function countInWindow(redis: Redis, { lineages, limit, windowMs }: WindowRequest): Promise<WindowCounts> {
  const asked = new Map<string, number>();
  for (const lineage of lineages) asked.set(lineage, (asked.get(lineage) ?? 0) + 1);
  const keys = [...asked.keys()];
  const prefixes = keys.map((lineage) => `rl:${lineage}:`);
  const answer = await run(redis, [keys.length, ...prefixes, limit, windowMs, ...asked.values()]);
  invariant(Array.isArray(answer) && answer.length === keys.length + 1, 'window.lua answers each lineage');
  const [resetMs, ...counts] = answer.map(Number);
  const used = new Map(keys.map((lineage, index) => [lineage, counts[index] as number]));
  return { resetMs: resetMs as number, remaining: lineages.map((lineage) => takeOne(used, lineage, limit)) };
}

/** What is left after one more request, which is then used; −1 when there was nothing left for it. */
function takeOne(used: Map<string, number>, lineage: string, limit: number): number {
  const before = used.get(lineage) as number;
  if (before >= limit) return -1;
  used.set(lineage, before + 1);
  return limit - before - 1;
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
