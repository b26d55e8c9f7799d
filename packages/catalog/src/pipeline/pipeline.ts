/**
 * The pipeline tool: its input consists of the inputs of other tools. Each step is checked against the schema of its
 * own tool, so a problem is reported with its exact JSON Pointer. The published schema accepts the same inputs in one
 * schema.
 */
import type { FieldProblems } from '@farebox/contract';
import { invariant, type Micros, ZERO_MICROS } from '@farebox/kernel';
import { Type } from 'typebox';
import { compileAlone, lazyReader, type Reader } from '../arguments/validator.ts';
import { type PricedUse, type Offer, type UnpricedOffer, pricedUseOf, pointerOf } from '../priced-use.ts';
import type { JsonObject } from '../json.ts';
import { prefixed } from '../plan.ts';
import type { Price } from '../prices/price.ts';
import type { QuoteError } from '../quote.ts';
import type { ToolDescription } from '../tool.ts';
import { pipelineDescription } from './description.ts';

export interface Pipeline {
  readonly description: ToolDescription;
  readonly price: () => Price;
  /** Counts the steps of an input that has not been validated. */
  readonly countSteps: (input: Readonly<Record<string, unknown>>) => number;
  /** Fills the defaults into `input`. */
  readonly prepare: (input: JsonObject) => PreparedPipeline | QuoteError;
}

interface PreparedPipeline {
  readonly ok: true;
  readonly arguments: JsonObject;
  readonly uses: readonly PricedUse[];
}

/** The most problems that are reported at once, as for any tool. */
const PROBLEMS_MAX = 20;

interface Step {
  readonly tool: string;
  readonly arguments: JsonObject;
}

export interface PricedOffers {
  readonly named: (tool: string) => Offer | undefined;
  /** The least that any call of these tools costs. */
  readonly minimumMicros: (tools: readonly UnpricedOffer[]) => Micros;
}

/**
 * Chains only tools that make one step each, so an index means the same to clients, plan and bill. Compiled once for
 * all prices.
 */
export function compilePipeline(offers: readonly UnpricedOffer[]): ((priced: PricedOffers) => Pipeline) | null {
  const chained = offers.filter(({ tool }) => tool.isOneStep);
  if (chained.length === 0) return null;
  const tools = chained.map(({ tool }) => tool);
  const compile = tools.some(({ own }) => own !== undefined) ? compileAlone : undefined;
  const read = lazyReader<Steps>(shapeOf(tools.map(({ name }) => name)), compile);
  const description = pipelineDescription(tools);
  return ({ named, minimumMicros }) =>
    pipelineOf({ description, read, named, minimumMicros: () => minimumMicros(chained) });
}

interface Steps {
  readonly steps: readonly Step[];
}

interface PipelineParts extends Pick<PricedOffers, 'named'> {
  readonly description: ToolDescription;
  readonly read: Reader<Steps>;
  readonly minimumMicros: () => Micros;
}

const pipelineOf = ({ description, read, named, minimumMicros }: PipelineParts): Pipeline => ({
  description,
  price: () => priceOfChaining(minimumMicros()),
  countSteps: ({ steps }) => (Array.isArray(steps) ? steps.length : 0),
  prepare(input) {
    const shape = read(input);
    if (!shape.ok) return invalid(shape.fields);
    const { uses, problems } = usesOf(shape.arguments.steps, named);
    if (problems !== null) return invalid(problems);
    const forward = uses.flatMap(forwardReferences);
    if (forward.length > 0) return invalid(Object.fromEntries(forward));
    return { ok: true, arguments: shape.arguments, uses };
  },
});

/** The part of the schema that does not depend on the tool of a step. */
const shapeOf = (tools: string[]) =>
  Type.Object(
    {
      steps: Type.Array(
        Type.Object(
          { tool: Type.Enum(tools), arguments: Type.Record(Type.String(), Type.Unknown()) },
          { additionalProperties: false },
        ),
        { minItems: 1 },
      ),
    },
    { additionalProperties: false },
  );

const argumentsPointer = (n: number): string => `/steps/${n}/arguments`;

interface Uses {
  readonly uses: readonly PricedUse[];
  readonly problems: FieldProblems | null;
}

/** Reads the steps in order, and stops once enough problems are found. */
function usesOf(steps: readonly Step[], named: PricedOffers['named']): Uses {
  const problems: (readonly [string, string])[] = [];
  const uses: PricedUse[] = [];
  for (const [n, step] of steps.entries()) {
    if (problems.length >= PROBLEMS_MAX) break;
    const offer = named(step.tool);
    invariant(offer !== undefined, 'the shape names only tools that can be chained');
    const read = offer.readStep(step.arguments);
    if (read.ok) uses.push(pricedUseOf(offer, read.use, argumentsPointer(n)));
    else problems.push(...Object.entries(prefixed(argumentsPointer(n), read.fields)));
  }
  return { uses, problems: problems.length > 0 ? Object.fromEntries(problems.slice(0, PROBLEMS_MAX)) : null };
}

function forwardReferences(priced: PricedUse, index: number): (readonly [string, string])[] {
  const reason = index === 0 ? 'has no earlier step to refer to' : `must refer to an earlier step, 0 to ${index - 1}`;
  const forward = priced.use.fileUses.filter(({ ref }) => 'step' in ref && ref.step >= index);
  return forward.map((use) => [`${pointerOf(priced, use)}/step`, reason] as const);
}

const invalid = (fields: FieldProblems): QuoteError => ({ ok: false, message: 'invalid_arguments', fields });

/** Not in the price table: chaining has no amounts of its own, and shows the lowest minimum charge of its tools. */
const priceOfChaining = (minimumChargeMicros: Micros): Price => ({
  minimumChargeMicros,
  unit: 'step',
  unitPriceMicros: ZERO_MICROS,
  description:
    'Chaining itself is free: each step is charged at the price of its tool. The minimum charge is the sum of the minimum charges of all steps.',
});
