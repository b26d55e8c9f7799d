/** Quotes inputs for batches. A batch is refused as a whole, so an input that is refused is taken out and the others are quoted again. */
import { FareboxError } from '@farebox/sdk';
import { failedEnd, type ItemEnd } from './item-end.ts';
import type { Job } from './job.ts';
import type { Uploaded } from './lots.ts';

/** The API's limits of a batch; the bytes leave room for the other fields of the body. */
const ITEMS_MAX = 1_000;
const BYTES_MAX = 1_000_000;

export interface Quoted extends Uploaded {
  readonly maximumMicros: number;
}

interface Limits {
  /** The most inputs in one batch. */
  readonly itemsMax?: number | undefined;
  /** The most that they may cost together. */
  readonly maximumMicros?: number | undefined;
}

/** The longest beginning of the list that one batch can hold; empty if the first input does not fit. */
export function firstLot<T extends Uploaded & { readonly maximumMicros?: number }>(
  inputs: readonly T[],
  { itemsMax = ITEMS_MAX, maximumMicros = Infinity }: Limits,
): readonly T[] {
  let [bytes, micros] = [0, 0];
  const at = inputs.findIndex((input, index) => {
    bytes += Buffer.byteLength(JSON.stringify({ arguments: input.args })) + 1;
    micros += input.maximumMicros ?? 0;
    return index >= itemsMax || micros > maximumMicros || (index > 0 && bytes > BYTES_MAX);
  });
  return at === -1 ? inputs : inputs.slice(0, at);
}

/** Free. Throws an error that concerns all inputs. */
export async function quoted(
  inputs: readonly Uploaded[],
  job: Job,
): Promise<{ readonly ready: readonly Quoted[]; readonly refused: readonly ItemEnd[] }> {
  const ready: Quoted[] = [];
  const refused: ItemEnd[] = [];
  for (let left = inputs; left.length > 0;) {
    const lot = firstLot(left, {});
    left = left.slice(lot.length);
    const found = await quotedLot(lot, job);
    ready.push(...found.ready);
    refused.push(...found.refused);
  }
  return { ready, refused };
}

async function quotedLot(inputs: readonly Uploaded[], job: Job): ReturnType<typeof quoted> {
  const { system, tool, signal } = job;
  const refused: ItemEnd[] = [];
  let left = inputs;
  while (left.length > 0) {
    try {
      const list = left.map(({ args }) => args);
      const { items } = await system.farebox.batches.quote(tool, list, { signal });
      return { ready: left.map((input, at) => ({ ...input, maximumMicros: maximumOf(items[at]) })), refused };
    } catch (error) {
      const at = refusedAt(error, left.length);
      const input = left[at ?? -1];
      if (input === undefined) throw error;
      refused.push(failedEnd(input.item, errorOfItem(error as FareboxError), { job }));
      left = left.toSpliced(at as number, 1);
    }
  }
  return { ready: [], refused };
}

function maximumOf(item: { readonly maximumChargeMicros: number } | undefined): number {
  if (item === undefined) throw new FareboxError('unexpected_response');
  return item.maximumChargeMicros;
}

/** The position of the input that a refusal of the whole batch names; null if it names none. */
export function refusedAt(error: unknown, count: number): number | null {
  const index = error instanceof FareboxError ? error.details['index'] : null;
  return typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < count ? index : null;
}

/** The error that the input alone would have got: its fields begin with the arguments and not with the item. */
export function errorOfItem({ code, http, details, requestId }: FareboxError): FareboxError {
  const { index, fields = {}, ...others } = details as { index: number; fields?: Readonly<Record<string, string>> };
  const start = `/items/${index}/arguments`;
  const own = Object.entries(fields).map(([field, reason]) => [
    field.startsWith(start) ? field.slice(start.length) : field,
    reason,
  ]);
  return new FareboxError(code, { http, requestId, details: { ...others, fields: Object.fromEntries(own) } });
}
