/**
 * Pays for one input. If an earlier run of the same command left a request without an end, that request is continued.
 * So a crash, Ctrl-C or lost connection never pays twice.
 */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Artifact, type Execution, type PaidRequest, FareboxError } from '@farebox/sdk';
import { CommandError } from '../program/exit-codes.ts';
import { isLot } from './lot-names.ts';
import type { System } from './system.ts';

type Priced = { readonly maximumChargeMicros: number };

export interface Prepared {
  readonly tool: string;
  /** Arguments with the ids of uploaded files. */
  readonly args: object;
  /** Name of the request, stored before it is sent. */
  readonly name: string;
  readonly isResumed: boolean;
  /** True if the execution is already accepted: no spending limit changes its cost. */
  readonly isAccepted: boolean;
  /** Maximum further cost in micros: that of the quote, or of the request that was sent. */
  readonly maximumMicros: number;
  /** Null if the request was sent earlier. */
  readonly quote: Priced | null;
}

export interface Ended {
  readonly execution: Execution;
  readonly artifacts: readonly Artifact[];
}

/** Returns each unfinished request once: also one that has ended, while its files are not written. */
export type Claim = (tool: string, args: object) => PaidRequest | undefined;

export async function claims(
  { store }: System,
  isNew: boolean,
  kind: PaidRequest['kind'] = 'execution',
): Promise<Claim> {
  const stored = isNew ? [] : [...(await store.list())];
  const unfinished = stored.filter((request) => (request.kind ?? 'execution') === kind && !isLot(request));
  return (tool, args) => {
    const at = unfinished.findIndex(
      (request) => request.tool === tool && isDeepStrictEqual(JSON.parse(request.arguments), args),
    );
    return at === -1 ? undefined : unfinished.splice(at, 1)[0];
  };
}

interface Wanted {
  readonly tool: string;
  readonly args: object;
  readonly claim: Claim;
  readonly quote: () => Promise<Priced>;
}

/** Quotes, or finds a request that was sent earlier. Free. */
export async function prepare({ tool, args, claim, quote: ask }: Wanted): Promise<Prepared> {
  const earlier = claim(tool, args);
  const name = earlier?.name ?? `cli/${randomUUID()}`;
  const common = {
    tool,
    args,
    name,
    isResumed: earlier !== undefined,
    isAccepted: acceptedAs(earlier) !== null,
  };
  const sent = maximumOf(earlier);
  if (sent !== null) return { ...common, quote: null, maximumMicros: sent };
  const quote = await ask();
  return { ...common, quote, maximumMicros: quote.maximumChargeMicros };
}

function acceptedAs(request: PaidRequest | undefined): string | null {
  if (request === undefined) return null;
  return request.kind === 'batch' ? request.batchId : request.executionId;
}

/** The maximum of the body that was sent or is about to be; null without one. */
export function maximumOf(request: PaidRequest | undefined): number | null {
  if (request === undefined || request.body === null) return null;
  return (JSON.parse(request.body) as { readonly maximumChargeMicros: number }).maximumChargeMicros;
}

interface Paying {
  readonly signal: AbortSignal;
  readonly onProgress: (execution: Execution) => void;
}

/** Waits for the end. If the execution does not succeed, rejects with a FareboxError that contains it. */
export async function pay(
  { farebox }: System,
  { tool, args, name, maximumMicros: ceiling }: Prepared,
  { signal, onProgress }: Paying,
): Promise<Ended> {
  try {
    return await farebox.run(tool, args, { ceiling, request: name, signal, onProgress });
  } catch (error) {
    // The execution has ended without results, so the same command becomes a new request.
    if (error instanceof FareboxError && isOver(error.execution)) await farebox.forget(name);
    throw error;
  }
}

const isOver = (execution: Execution | null): boolean =>
  execution?.status === 'failed' || execution?.status === 'cancelled';

/** Throws CommandError if the cost may exceed the limit. */
export function requireWithin(maximumMicros: number, ceilingMicros: number, words: (micros: number) => string): void {
  if (!(maximumMicros <= ceilingMicros)) throw aboveCeiling(maximumMicros, ceilingMicros, words);
}

export const aboveCeiling = (
  maximumMicros: number,
  ceilingMicros: number,
  words: (micros: number) => string,
): CommandError =>
  new CommandError(
    'ceiling',
    `it may cost ${words(maximumMicros)}, above --max ${words(ceilingMicros)}; nothing was sent`,
  );
