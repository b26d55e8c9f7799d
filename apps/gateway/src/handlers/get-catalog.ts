/** The catalog is the same for all projects of an environment, so it is encoded once for each. */
import type { Catalog } from '@tollgate/catalog';
import type { Dependencies } from '../call/dependencies.ts';
import { encodeData, type Handler } from '../call/endpoint.ts';

export function getCatalog({
  catalogs,
  executionEnabled,
}: Pick<Dependencies, 'catalogs' | 'executionEnabled'>): Handler<'getCatalog'> {
  const resultOf = (catalog: Catalog) =>
    ({ status: 200, encoded: encodeData(catalog.describe({ executionEnabled })) }) as const;
  const results = { live: resultOf(catalogs.live), test: resultOf(catalogs.test) };
  return ({ identity }) => results[identity.project.environment];
}
