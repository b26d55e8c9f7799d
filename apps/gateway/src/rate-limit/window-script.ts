/** Runs window.lua by its hash, and sends its text if the server lacks it (first use, restart, SCRIPT FLUSH). */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { invariant } from '@farebox/kernel';
import type { Redis } from 'ioredis';
import type { RateLimits, RateSubject } from './rate-limiter.ts';

const SCRIPT = readFileSync(new URL('./window.lua', import.meta.url), 'utf8');
const HASH = createHash('sha1').update(SCRIPT).digest('hex');

export interface WindowCounts {
  readonly resetMs: number;
  /** One number per request, in order; −1 is a refusal. */
  readonly remaining: readonly number[];
}

export interface WindowRequest extends RateLimits {
  readonly subjects: readonly RateSubject[];
  readonly windowMs: number;
}

interface Group {
  readonly subject: RateSubject;
  asked: number;
  /** Requests that all limits leave to the lineage. */
  left: number;
}

/** Counts requests of one lineage together: a busy key takes one entry of the call, whatever its number of requests. */
export async function countInWindow(redis: Redis, request: WindowRequest): Promise<WindowCounts> {
  const { subjects, limit, projectLimit, organizationLimit, windowMs } = request;
  const groups = grouped(subjects);
  const keys = [...groups.values()].flatMap(({ subject }) => keysOf(subject));
  const asked = [...groups.values()].map((group) => group.asked);
  const result = await run(redis, [keys.length, ...keys, limit, projectLimit, organizationLimit, windowMs, ...asked]);
  invariant(Array.isArray(result) && result.length === keys.length + 1, 'window.lua answers each lineage');
  const [resetMs, ...counts] = result.map(Number);
  [...groups.values()].forEach((group, index) => {
    const [ofLineage, ofProject, ofOrganization] = counts.slice(3 * index) as [number, number, number];
    group.left = Math.min(limit - ofLineage, projectLimit - ofProject, organizationLimit - ofOrganization);
  });
  return {
    resetMs: resetMs as number,
    remaining: subjects.map(({ lineage }) => takeOne(groups.get(lineage) as Group)),
  };
}

/** In the order that window.lua expects. */
const keysOf = ({ lineage, projectId, organizationId = projectId }: RateSubject): readonly string[] => [
  `rl:${lineage}:`,
  `rp:${projectId}:`,
  `ro:${organizationId}:`,
];

function grouped(subjects: readonly RateSubject[]): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  for (const subject of subjects) {
    const group = groups.get(subject.lineage);
    if (group === undefined) groups.set(subject.lineage, { subject, asked: 1, left: 0 });
    else group.asked++;
  }
  return groups;
}

/** Uses one request and returns the number left; −1 if none was left. */
const takeOne = (group: Group): number => (group.left > 0 ? --group.left : -1);

type Arguments = [keyCount: number, ...rest: (string | number)[]];

async function run(redis: Redis, args: Arguments): Promise<unknown> {
  try {
    return await redis.evalsha(HASH, ...args);
  } catch (error) {
    if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
    return redis.eval(SCRIPT, ...args);
  }
}
