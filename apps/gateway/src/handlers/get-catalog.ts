/** The catalog is the same for everybody, so it is encoded once. */
import type { Dependencies } from '../dependencies.ts';
import { encodeData, type Handler } from '../endpoint.ts';

export function getCatalog({
  catalog,
  executionEnabled,
}: Pick<Dependencies, 'catalog' | 'executionEnabled'>): Handler<'getCatalog'> {
  const answer = { status: 200, encoded: encodeData(catalog.describe({ executionEnabled })) } as const;
  return () => answer;
}
