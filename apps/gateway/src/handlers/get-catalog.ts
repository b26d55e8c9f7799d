/** The catalog is the same for all projects of an environment, so it is encoded once for each, and again when other durations were measured. */
import { type Catalog, type Durations, withDurations } from '@tollgate/catalog';
import type { Dependencies } from '../call/dependencies.ts';
import { encodeData, type Handler } from '../call/endpoint.ts';

export function getCatalog({
  catalogs,
  durations,
  executionEnabled,
}: Pick<Dependencies, 'catalogs' | 'durations' | 'executionEnabled'>): Handler<'getCatalog'> {
  const resultOf = (catalog: Catalog, measured: Durations) =>
    ({ status: 200, encoded: encodeData(withDurations(catalog.describe({ executionEnabled }), measured)) }) as const;
  const encoder = (catalog: Catalog, latest: () => Durations) => {
    let measured = latest();
    let result = resultOf(catalog, measured);
    return () => {
      const now = latest();
      if (now !== measured) [measured, result] = [now, resultOf(catalog, now)];
      return result;
    };
  };
  const results = {
    live: encoder(catalogs.live, durations.live),
    test: encoder(catalogs.test, durations.test),
  };
  return ({ identity }) => results[identity.project.environment]();
}
