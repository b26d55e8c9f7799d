/**
 * A template as the catalog lists it among the tools, with the schema of its parameters and the minimum charge of its
 * steps.
 */
import type { TemplateItem, TemplateParameter, Tool } from '@farebox/contract';
import { microsToJson, sumMicros } from '@farebox/kernel';
import type { Catalog } from '../catalog.ts';
import { endsOfChain } from '../ends.ts';
import { PIPELINE, PIPELINE_SECONDS_MAX } from '../pipeline/description.ts';
import { exampleOf } from './check.ts';
import { expand, type TemplateContent } from './expand.ts';

type Described = Pick<Catalog, 'prepare' | 'availability'>;

/** A template that this deployment's catalog can no longer run is shown as unavailable. */
export function templateTool(catalog: Described, name: string, content: TemplateContent): Tool {
  const example = exampleOf(content);
  const uses = usesOf(catalog, content, example);
  const tools = (uses ?? []).map(({ tool }) => tool);
  const reason =
    uses === null ? 'Its steps are no longer valid for the tools that they use.' : unavailableReason(catalog, uses);
  const minimum = sumMicros((uses ?? []).map(({ price }) => price.minimumChargeMicros));
  const seconds = tools.reduce((sum, { maxRuntimeSeconds }) => sum + maxRuntimeSeconds, 0);
  return {
    name: `@${name}`,
    title: content.title ?? name,
    description: content.description ?? `Runs ${content.steps.map(({ tool }) => tool).join(', ')} as one execution.`,
    category: 'pipeline',
    available: reason === null,
    ...(reason === null ? {} : { unavailableReason: reason }),
    inputSchema: inputSchemaOf(content),
    example,
    models: [],
    price: {
      minimumChargeMicros: microsToJson(minimum),
      unit: 'step',
      unitPriceMicros: 0,
      description:
        'A template of this project. Each step is charged at the price of its tool. The minimum charge is the sum of the minimum charges of all steps.',
    },
    maxRuntimeSeconds: Math.min(PIPELINE_SECONDS_MAX, Math.max(1, seconds)),
    ...endsOfChain(tools),
    typicalSeconds: null,
  };
}

function usesOf(catalog: Described, content: TemplateContent, example: Readonly<Record<string, unknown>>) {
  const expanded = expand(content, example);
  if (!expanded.ok) return null;
  const prepared = catalog.prepare({ tool: PIPELINE, arguments: { steps: expanded.steps } });
  return prepared.ok ? prepared.uses : null;
}

function unavailableReason(catalog: Described, uses: NonNullable<ReturnType<typeof usesOf>>): string | null {
  for (const { tool, model } of uses) {
    const each = catalog.availability(tool.name, model);
    if (!each.available) return each.reason;
  }
  return null;
}

/** The input schema of a template, as JSON Schema 2020-12. */
export const inputSchemaOf = ({ parameters }: TemplateContent): Record<string, unknown> => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  additionalProperties: false,
  required: Object.entries(parameters).flatMap(([name, each]) => (each.default === undefined ? [name] : [])),
  properties: Object.fromEntries(Object.entries(parameters).map(([name, each]) => [name, parameterSchema(each)])),
});

function parameterSchema({ example: _, items, ...parameter }: TemplateParameter): object {
  if (parameter.type !== 'array' || items === undefined) return itemSchema(parameter as TemplateItem);
  return { ...parameter, items: itemSchema(items) };
}

const itemSchema = ({ type, ...item }: TemplateItem): object =>
  type === 'file'
    ? {
        ...item,
        type: 'object',
        required: ['fileId'],
        properties: { fileId: { type: 'string', title: 'File id', minLength: 1, maxLength: 64 } },
        additionalProperties: false,
      }
    : { type, ...item };
