/** Pays for one input. A request that an earlier call of the same command left without an end is gone on with, so that no crash, Ctrl-C or lost connection is paid twice. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Artifact, type Execution, type PaidRequest, FareboxError } from '@farebox/sdk';
import { CommandError } from '../program/exit-codes.ts';
import type { System } from './system.ts';

type Priced = { readonly maximumChargeMicros: number };

export interface Prepared {
  readonly tool: string;
  /** With the ids of uploaded files. */
  readonly args: object;
  /** Of the request, stored before it is sent. */
  readonly name: string;
  readonly isResumed: boolean;
  /** It is known to be under way: no ceiling changes what it costs. */
  readonly isAccepted: boolean;
  /** What it may cost from here on, in micros: the quote's maximum, or that of the request that was sent. */
  readonly maximumMicros: number;
  /** Null where it was sent before. */
  readonly quote: Priced | null;
}

export interface Ended {
  readonly execution: Execution;
  readonly artifacts: readonly Artifact[];
}

/** Hands out each unfinished request once. */
export type Claim = (tool: string, args: object) => PaidRequest | undefined;

export async function claims(
  { farebox }: System,
  isNew: boolean,
  kind: PaidRequest['kind'] = 'execution',
): Promise<Claim> {
  const stored = isNew ? [] : [...(await farebox.pending())];
  const unfinished = stored.filter((request) => (request.kind ?? 'execution') === kind);
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

/** Free: quotes, or finds what was sent before. */
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

/** Null: nothing was sent. */
function maximumOf(request: PaidRequest | undefined): number | null {
  if (request === undefined || request.body === null) return null;
  return (JSON.parse(request.body) as { readonly maximumChargeMicros: number }).maximumChargeMicros;
}

interface Paying {
  readonly signal: AbortSignal;
  readonly onProgress: (execution: Execution) => void;
}

/** Waits for the end. Rejects with a FareboxError that has the execution, where it did not succeed. */
export async function pay(
  { farebox }: System,
  { tool, args, name, maximumMicros: ceiling }: Prepared,
  { signal, onProgress }: Paying,
): Promise<Ended> {
  try {
    return await farebox.run(tool, args, { ceiling, request: name, signal, onProgress });
  } catch (error) {
    // Nothing is left to be fetched, and the same command is a new request.
    if (error instanceof FareboxError && isOver(error.execution)) await farebox.forget(name);
    throw error;
  }
}

const isOver = (execution: Execution | null): boolean =>
  execution?.status === 'failed' || execution?.status === 'cancelled';

/** Throws CommandError where it may cost more than somebody allowed. */
export function requireWithin(maximumMicros: number, ceilingMicros: number, words: (micros: number) => string): void {
  if (maximumMicros <= ceilingMicros) return;
  throw new CommandError(
    'ceiling',
    `it may cost ${words(maximumMicros)}, above --max ${words(ceilingMicros)}; nothing was sent`,
  );
}
