/**
 * `audit verify` beyond its route: the exit code says whether the chain is sound, and a head that was kept elsewhere is compared with the chain, because one that
 * was written anew as a whole verifies by itself.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Environment } from '../options.ts';
import { CommandError, UsageError } from '../program/exit-codes.ts';
import { request } from '../remote/client.ts';
import type { Target } from '../remote/target.ts';

export interface Verification {
  readonly chain: string;
  readonly sound: number;
  readonly head: { readonly number: number; readonly hash: string };
  readonly problem: { readonly number: number; readonly kind: string } | null;
}

/** Throws CommandError with the first entry that is not as it was written. */
export function requireSound({ chain, sound, problem }: Verification): void {
  if (problem === null) return;
  throw new CommandError(
    'failed',
    `entry ${problem.number} of ${chain} is ${problem.kind}; ${sound} before it are as they were written`,
  );
}

/** What `audit verify --json` printed once. Throws UsageError. */
export function keptHead(file: string, env: Environment): Verification {
  let found: Partial<Verification>;
  try {
    found = JSON.parse(readFileSync(resolve(env['INIT_CWD'] ?? '.', file), 'utf8')) as Partial<Verification>;
  } catch {
    throw new UsageError(`--kept: ${file} is not what audit verify --json printed`);
  }
  const { chain, head } = found;
  if (typeof chain === 'string' && Number.isSafeInteger(head?.number) && typeof head?.hash === 'string')
    return found as Verification;
  throw new UsageError(`--kept: ${file} is not what audit verify --json printed`);
}

interface Compared {
  readonly kept: Verification;
  readonly now: Verification;
  readonly target: Target;
}

/** Throws CommandError where the chain does not go on from the kept head. */
export async function requireGrown({ kept, now, target }: Compared): Promise<void> {
  if (kept.chain !== now.chain) throw new UsageError(`--kept is of ${kept.chain}, and this chain is ${now.chain}`);
  const { number, hash } = kept.head;
  if (number === 0) return;
  const there = number === now.head.number ? now.head.hash : await hashAt(number, now, target);
  if (there === hash) return;
  const found = there === null ? 'is not there any more' : 'is another one now';
  throw new CommandError(
    'failed',
    `entry ${number} of ${now.chain}, whose hash was kept, ${found}: the chain was written anew`,
  );
}

async function hashAt(number: number, { chain, head }: Verification, target: Target): Promise<string | null> {
  if (number > head.number) return null;
  const base = chain === 'platform' ? '/audit' : `/organizations/${encodeURIComponent(chain)}/audit`;
  const { data } = await request(target, { method: 'GET', path: `${base}?before=${number + 1}&limit=1` });
  const { entries } = data as { readonly entries: readonly { readonly number: number; readonly hash: string }[] };
  const [entry] = entries;
  return entry?.number === number ? entry.hash : null;
}
