/** The catalog is the same for all projects of an environment, so it is encoded once for each. */
import type { Catalog } from '@tollgate/catalog';
import type { Dependencies } from '../call/dependencies.ts';
import { encodeData, type Handler } from '../call/endpoint.ts';

export function getCatalog({
  catalogs,
  executionEnabled,
}: Pick<Dependencies, 'catalogs' | 'executionEnabled'>): Handler<'getCatalog'> {
  const answerOf = (catalog: Catalog) =>
    ({ status: 200, encoded: encodeData(catalog.describe({ executionEnabled })) }) as const;
  const answers = { live: answerOf(catalogs.live), test: answerOf(catalogs.test) };
  return ({ identity }) => answers[identity.project.environment];
}
