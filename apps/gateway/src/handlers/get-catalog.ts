/**
 * The tools of the catalog, together with the templates of the project. Projects with the same prices and services share a
 * catalog. It is encoded once, and again when durations change.
 */
import { type Catalog, type Durations, templateTool, withDurations } from '@farebox/catalog';
import type { OfferedTemplate, TemplateStore } from '@farebox/catalog/templates';
import { executesNow } from '../accept/platform-switch.ts';
import type { Dependencies } from '../endpoint/dependencies.ts';
import { encodeData, type EncodedResult, type Handler } from '../endpoint/handler.ts';

interface Needs extends Pick<Dependencies, 'durations' | 'executionEnabled' | 'offers'> {
  readonly templates: Pick<TemplateStore, 'allOffered'>;
}

export function getCatalog({ offers, durations, executionEnabled, templates }: Needs): Handler<'getCatalog'> {
  const [on, off] = [encoder(true), encoder(false)];
  return async ({ identity }) => {
    const isOn = executesNow({ executionEnabled }, identity);
    const [catalog, own] = await Promise.all([
      offers.catalogOf(identity.project),
      templates.allOffered(identity.project.id),
    ]);
    const measured = durations[identity.project.environment]();
    return own.length === 0 ? (isOn ? on : off)(catalog, measured) : withTemplates(catalog, own, { measured, isOn });
  };
}

/** Encodes the catalog of a project with templates, for each request. */
function withTemplates(catalog: Catalog, own: readonly OfferedTemplate[], how: Encoding): EncodedResult {
  const described = withDurations(catalog.describe({ executionEnabled: how.isOn }), how.measured);
  const tools = [...described.tools, ...own.map(({ name, content }) => templateTool(catalog, name, content))];
  return { status: 200, encoded: encodeData({ ...described, tools }) };
}

interface Encoding {
  readonly measured: Durations;
  readonly isOn: boolean;
}

interface Encoded {
  readonly measured: Durations;
  readonly result: EncodedResult;
}

function encoder(isOn: boolean): (catalog: Catalog, measured: Durations) => EncodedResult {
  // When a catalog is no longer offered, its encoding is garbage collected with it.
  const results = new WeakMap<Catalog, Encoded>();
  return (catalog, measured) => {
    const known = results.get(catalog);
    if (known?.measured === measured) return known.result;
    const result = resultOf(catalog, { measured, isOn });
    results.set(catalog, { measured, result });
    return result;
  };
}

const resultOf = (catalog: Catalog, { measured, isOn }: Encoding): EncodedResult => ({
  status: 200,
  encoded: encodeData(withDurations(catalog.describe({ executionEnabled: isOn }), measured)),
});
