/** Keys of the store, below a prefix of their own, so that nothing else ever takes a part of an export for an orphan. */
import { checkKey } from '@farebox/storage';

interface Place {
  readonly projectId: string;
  readonly id: string;
}

export const prefixOf = ({ projectId, id }: Place): string => `exports/${projectId}/${id}/`;

/** Named by its content: whoever lost the claim and is late overwrites nobody's bytes with others. */
export function partKey(
  place: Place,
  { number, sha256 }: { readonly number: number; readonly sha256: string },
): string {
  const key = `${prefixOf(place)}${number}-${sha256}`;
  checkKey(key);
  return key;
}
