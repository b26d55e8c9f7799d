/**
 * The catalog is the same for all projects that have the same prices and services, so it is encoded once for each catalog, and again when other durations
 * were measured.
 */
import { type Catalog, type Durations, withDurations } from '@tollgate/catalog';
import { executesNow } from '../accept/platform-switch.ts';
import type { Dependencies } from '../call/dependencies.ts';
import { encodeData, type EncodedResult, type Handler } from '../call/endpoint.ts';

type Needs = Pick<Dependencies, 'durations' | 'executionEnabled' | 'offers'>;

export function getCatalog({ offers, durations, executionEnabled }: Needs): Handler<'getCatalog'> {
  const [on, off] = [encoder(true), encoder(false)];
  return async ({ identity }) => {
    const encoded = executesNow({ executionEnabled }, identity) ? on : off;
    return encoded(await offers.catalogOf(identity.project), durations[identity.project.environment]());
  };
}

interface Encoded {
  readonly measured: Durations;
  readonly result: EncodedResult;
}

function encoder(isOn: boolean): (catalog: Catalog, measured: Durations) => EncodedResult {
  // A catalog that is offered to nobody any more is forgotten with what was encoded of it.
  const results = new WeakMap<Catalog, Encoded>();
  return (catalog, measured) => {
    const known = results.get(catalog);
    if (known?.measured === measured) return known.result;
    const result = resultOf(catalog, { measured, isOn });
    results.set(catalog, { measured, result });
    return result;
  };
}

const resultOf = (catalog: Catalog, { measured, isOn }: { measured: Durations; isOn: boolean }): EncodedResult => ({
  status: 200,
  encoded: encodeData(withDurations(catalog.describe({ executionEnabled: isOn }), measured)),
});
