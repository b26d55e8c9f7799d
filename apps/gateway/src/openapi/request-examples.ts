/**
 * Makes the request examples of the OpenAPI document: one for every tool and model of the catalog, with sample files, the
 * current price version and the quoted maximum, so that each example can be sent unchanged. No example is written by hand.
 */
import type { Catalog } from '@farebox/catalog';
import { invariant, microsToJson } from '@farebox/kernel';
import type { JsonObject, RequestExample, RequestExamples } from '@farebox/contract';
import { SAMPLES } from '@farebox/files';

export function requestExamplesOf(catalog: Catalog): RequestExamples {
  const examples = catalog.tools.flatMap(examplesOf);
  return {
    createQuote: named(examples, ({ tool, input }) => ({ tool, arguments: input })),
    createBatchQuote: batchOf(catalog, ({ tool, items }) => ({ tool, items })),
    createBatch: batchOf(catalog, (batch) => batch),
    createExecution: named(examples, ({ tool, input }) => ({
      tool,
      arguments: input,
      ...ceilingOf(catalog, tool, input),
    })),
  };
}

/** Uses the first tool, with its example twice. */
function batchOf(catalog: Catalog, valueOf: (batch: ReturnType<typeof exampleBatch>) => unknown) {
  const [first] = catalog.tools;
  invariant(first !== undefined, 'the catalog has a tool');
  return { [first.name]: { summary: `${first.title}: two at once`, value: valueOf(exampleBatch(catalog, first)) } };
}

function exampleBatch(catalog: Catalog, { name: tool, example }: Catalog['tools'][number]) {
  const { priceVersion, maximumChargeMicros } = ceilingOf(catalog, tool, example);
  const items = [{ arguments: example }, { arguments: example }];
  return { tool, items, priceVersion, maximumChargeMicros: items.length * maximumChargeMicros };
}

interface Example {
  readonly name: string;
  readonly summary: string;
  readonly tool: string;
  readonly input: JsonObject;
}

/** A tool with models has one example per model, and none for its default model without a name. */
function examplesOf({ name, title, example, models }: Catalog['tools'][number]): Example[] {
  if (models.length === 0) return [{ name, summary: title, tool: name, input: example }];
  return models.map((model) => ({
    name: `${name}.${model.name}`,
    summary: `${title}: ${model.name}`,
    tool: name,
    input: model.example,
  }));
}

const named = (examples: readonly Example[], valueOf: (example: Example) => unknown): Record<string, RequestExample> =>
  Object.fromEntries(
    examples.map((example) => [example.name, { summary: example.summary, value: valueOf(example) }] as const),
  );

function ceilingOf(catalog: Catalog, tool: string, input: JsonObject) {
  const prepared = catalog.prepare({ tool, arguments: input });
  invariant(prepared.ok, `the example of ${tool} is valid`);
  const quote = catalog.quote(prepared, SAMPLES);
  invariant(quote.ok, `the example of ${tool} has a price`);
  return { priceVersion: quote.priceVersion, maximumChargeMicros: microsToJson(quote.maximumMicros) };
}
