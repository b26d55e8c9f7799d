/**
 * The parts of `audit verify` and `audit verify-all` that their routes do not cover. The exit code reports whether the
 * chains are sound. Heads that were kept elsewhere are compared too, because a completely rewritten chain verifies by
 * itself, and a removed chain is in no list.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Environment } from '../options.ts';
import { CommandError, UsageError } from '../program/exit-codes.ts';
import { request } from '../remote/client.ts';
import type { Target } from '../remote/target.ts';
import type { Candidate } from './request.ts';

export interface Verification {
  readonly chain: string;
  readonly sound: number;
  readonly head: { readonly number: number; readonly hash: string };
  readonly problem: { readonly number: number; readonly kind: string } | null;
}

export const isOfEveryChain = ({ name }: Candidate): boolean => name === 'verifyEveryAudit';
export const isVerification = (candidate: Candidate): boolean =>
  isOfEveryChain(candidate) || candidate.route.path.endsWith('/audit/verification');

interface Verified {
  /** Response of one of the routes. */
  readonly data: unknown;
  /** Heads that were kept elsewhere. */
  readonly kept: readonly Verification[];
  readonly target: Target;
}

/** Throws CommandError with the first entry of each chain that was altered, or that differs from its kept head. */
export async function requireSound({ data, kept, target }: Verified): Promise<void> {
  const found = chainsIn(data);
  const problems = found.flatMap(problemOf);
  for (const each of isOfOne(data) ? ofChain(kept, data.chain) : kept) {
    const now = found.find(({ chain }) => chain === each.chain);
    // Altered entries are in the list of problems already.
    const change = now === undefined || now.problem === null ? await changeOf(each, now, target) : null;
    if (change !== null) problems.push(change);
  }
  if (problems.length > 0) throw new CommandError('failed', problems.join('; '));
}

const isOfOne = (data: unknown): data is Verification => !('verifications' in (data as object));
const chainsIn = (data: unknown): readonly Verification[] =>
  isOfOne(data) ? [data] : (data as { readonly verifications: readonly Verification[] }).verifications;

/** The heads of one chain, also from a file with the heads of all chains. */
function ofChain(kept: readonly Verification[], chain: string): readonly Verification[] {
  const own = kept.filter((each) => each.chain === chain);
  if (kept.length > 0 && own.length === 0)
    throw new UsageError(
      `--kept is a head of ${kept.map((each) => each.chain).join(', ')}, but this chain is ${chain}`,
    );
  return own;
}

const problemOf = ({ chain, sound, problem }: Verification): string[] =>
  problem === null
    ? []
    : [`entry ${problem.number} of ${chain} is ${problem.kind}; the ${sound} entries before it are unchanged`];

/** Reads heads from earlier --json output. Throws UsageError. */
export function keptHeads(file: string, env: Environment): readonly Verification[] {
  const unusable = new UsageError(`--kept: ${file} is not the output of audit verify or verify-all with --json`);
  let heads: readonly Verification[];
  try {
    heads = chainsIn(JSON.parse(readFileSync(resolve(env['INIT_CWD'] ?? '.', file), 'utf8')));
  } catch {
    throw unusable;
  }
  if (heads.length > 0 && heads.every(isHead)) return heads;
  throw unusable;
}

const isHead = ({ chain, head }: Partial<Verification>): boolean =>
  typeof chain === 'string' && Number.isSafeInteger(head?.number) && typeof head?.hash === 'string';

/** Null if the chain continues from the kept head. */
async function changeOf(kept: Verification, now: Verification | undefined, target: Target): Promise<string | null> {
  const { number, hash } = kept.head;
  if (number === 0) return null;
  if (now === undefined) return `${kept.chain}, whose head was kept, no longer exists`;
  const there = number === now.head.number ? now.head.hash : await hashAt(number, now, target);
  if (there === hash) return null;
  const found = there === null ? 'no longer exists' : 'has changed';
  return `entry ${number} of ${now.chain}, whose hash was kept, ${found}: the chain was rewritten`;
}

/** The rate limit of the API resets within this time, in seconds. */
const RETRY_AFTER_SECONDS_MAX = 60;

async function hashAt(number: number, { chain, head }: Verification, target: Target): Promise<string | null> {
  if (number > head.number) return null;
  const base = chain === 'platform' ? '/audit' : `/organizations/${encodeURIComponent(chain)}/audit`;
  const asked = { method: 'GET', path: `${base}?before=${number + 1}&limit=1` };
  const { data } = await request(target, asked, RETRY_AFTER_SECONDS_MAX);
  const { entries } = data as { readonly entries: readonly { readonly number: number; readonly hash: string }[] };
  const [entry] = entries;
  return entry?.number === number ? entry.hash : null;
}
