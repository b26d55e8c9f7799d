/** Object keys of exports, under a separate prefix, so that the search for orphans never removes a part. */
import { checkKey } from '@farebox/storage';

interface ExportIds {
  readonly projectId: string;
  readonly id: string;
}

export const prefixOf = ({ projectId, id }: ExportIds): string => `exports/${projectId}/${id}/`;

/** The key includes the content's hash: a late keeper that has lost its claim cannot overwrite other bytes. */
export function partKey(
  ids: ExportIds,
  { number, sha256 }: { readonly number: number; readonly sha256: string },
): string {
  const key = `${prefixOf(ids)}${number}-${sha256}`;
  checkKey(key);
  return key;
}
