/**
 * Lots: the batches that `farebox run` sends for many inputs. Each is stored under a name of its own kind before it is sent, so
 * that the same command finds it again, also if results of some of its inputs exist by then or some inputs are gone.
 */
import { isDeepStrictEqual } from 'node:util';
import type { PaidBatch } from '@farebox/sdk';
import type { Item, Job } from './job.ts';
import { isLot } from './lot-names.ts';
import type { Output } from './outputs.ts';
import { maximumOf } from './paying.ts';

/** An input whose files are uploaded. */
export interface Uploaded {
  readonly item: Item;
  readonly output: Output;
  /** Arguments with the ids of uploaded files. */
  readonly args: object;
}

export interface Lot {
  readonly name: string;
  readonly list: readonly object[];
  /** For each position, its input; null if the command has no such input any more, or has its result. */
  readonly inputs: readonly (Uploaded | null)[];
  readonly maximumMicros: number;
  /** True if the batch is accepted: no spending limit changes its cost. */
  readonly isAccepted: boolean;
}

export interface Claimed {
  readonly lots: readonly Lot[];
  readonly others: readonly Uploaded[];
}

/** Finds the lots that an earlier run of the command left without an end, and the inputs that are in none. */
export async function claimedLots(
  uploaded: readonly Uploaded[],
  { system, tool, flags, signal }: Job,
): Promise<Claimed> {
  const quoteOf = (list: Lot['list']) => system.farebox.batches.quote(tool, list, { signal });
  const others = [...uploaded];
  const stored = flags.new === true ? [] : await system.store.list();
  const lots: Lot[] = [];
  for (const request of stored) {
    if (request.kind !== 'batch' || !isLot(request) || request.tool !== tool || isUnsent(request)) continue;
    const list = JSON.parse(request.arguments) as readonly object[];
    const inputs = list.map((args) => taken(others, args));
    if (inputs.every((input) => input === null)) continue;
    const { name, batchId } = request;
    const maximumMicros = maximumOf(request) ?? (await quoteOf(list)).maximumChargeMicros;
    lots.push({ name, list, inputs, maximumMicros, isAccepted: batchId !== null });
  }
  return { lots, others };
}

/** Removes the first input with these arguments from the list. */
function taken(from: Uploaded[], args: object): Uploaded | null {
  const at = from.findIndex((each) => isDeepStrictEqual(each.args, args));
  return at === -1 ? null : (from.splice(at, 1)[0] ?? null);
}

/** Nothing that could have been accepted was sent under this name. */
const isUnsent = ({ body, mayBeAccepted }: PaidBatch): boolean => body === null && mayBeAccepted !== true;
