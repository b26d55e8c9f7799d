/**
 * The outcome of a provider call, in the form stored outside of the database until the database has it. Any worker of
 * this or a later version reads and writes it. If it cannot be parsed, it counts as no response.
 */
import type { FinishedStep } from '@farebox/executions';
import type { Failure } from '../core/decide.ts';

/** A step of an execution. */
export interface StepLocation {
  readonly projectId: string;
  readonly executionId: string;
  readonly step: number;
}

/** A provider's final response for a step. */
export type CallResult =
  | { readonly kind: 'succeeded'; readonly step: FinishedStep }
  | { readonly kind: 'ended'; readonly failure: FinalFailure; readonly step: FinishedStep };

export type FinalFailure = Extract<Failure, { kind: 'for_good' | 'cancelled' }>;

/** Thrown if a call would be sent whose response exists already. */
export class Remembered extends Error {
  override readonly name = 'Remembered';
  readonly callResult: CallResult;
  constructor(callResult: CallResult) {
    super('the response already exists');
    this.callResult = callResult;
  }
}

const VERSION = 1;

/** A result is JSON already. Amounts and times are tagged, because JSON has neither. */
export function encode(location: StepLocation, callResult: CallResult): Buffer {
  const { result, ...step } = callResult.step;
  return Buffer.from(JSON.stringify({ version: VERSION, place: location, ...callResult, step: mark(step), result }));
}

/** Null if it is not the response of this step. */
export function decode(bytes: Buffer, location: StepLocation): CallResult | null {
  const found = parsed(bytes);
  if (found?.version !== VERSION || (found.kind !== 'succeeded' && found.kind !== 'ended')) return null;
  if (found.kind === 'ended' && found.failure === undefined) return null;
  if (found.place.executionId !== location.executionId || found.place.step !== location.step) return null;
  const { kind, failure, result } = found;
  const step = { ...(unmark(found.step) as Omit<FinishedStep, 'result'>), result } as FinishedStep;
  const folder = `projects/${location.projectId}/executions/${location.executionId}/`;
  if (step.index !== location.step || !step.artifacts.every(({ objectKey }) => objectKey.startsWith(folder)))
    return null;
  return kind === 'succeeded' ? { kind, step } : { kind, failure: failure as FinalFailure, step };
}

interface Encoded {
  readonly version: number;
  /** The stored name, which later versions must keep. */
  readonly place: StepLocation;
  readonly kind: string;
  readonly failure?: FinalFailure;
  readonly step: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
}

function parsed(bytes: Buffer): Encoded | null {
  try {
    const found = JSON.parse(bytes.toString()) as Partial<Encoded> | null;
    return found?.place === undefined || found.step === undefined ? null : (found as Encoded);
  } catch {
    return null;
  }
}

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const eachOf = (fields: Fields, change: (value: unknown) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)]));

function mark(value: unknown): unknown {
  if (typeof value === 'bigint') return { bigint: value.toString() };
  if (value instanceof Date) return { date: value.toISOString() };
  if (Array.isArray(value)) return value.map(mark);
  return isRecord(value) ? eachOf(value, mark) : value;
}

function unmark(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmark);
  if (!isRecord(value)) return value;
  const { bigint, date } = value;
  if (typeof bigint === 'string') return BigInt(bigint);
  return typeof date === 'string' ? new Date(date) : eachOf(value, unmark);
}
