/** Makes one page of a list that is read by ids, newest first. */
import { PAGE_DEFAULT } from '@farebox/contract';

export interface Page<T> {
  readonly items: readonly T[];
  /** Id of the last item, if there are older ones. */
  readonly nextBefore: string | null;
}

/** @param read returns at most this number of items, one more than the page has; the extra item shows that there are older ones. */
export async function pageOf<T extends { readonly id: string }>(
  { limit = PAGE_DEFAULT }: { readonly limit?: number | undefined },
  read: (limit: number) => Promise<readonly T[]>,
): Promise<Page<T>> {
  const found = await read(limit + 1);
  const items = found.slice(0, limit);
  return { items, nextBefore: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}
