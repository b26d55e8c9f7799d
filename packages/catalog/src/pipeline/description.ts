/**
 * The catalog entry of the pipeline tool. It is generated from the tools that can be chained, so it cannot become
 * outdated.
 */
import { EXAMPLE_PHOTO } from '../files/samples.ts';
import { LIMITS } from '@farebox/contract';
import { type TSchema, Type } from 'typebox';
import { closedInput } from '../image/schema.ts';
import { endsOfChain } from '../ends.ts';
import type { ToolDefinition, ToolDescription } from '../tool.ts';
import { publishedSchema } from './reference.ts';

export const PIPELINE = 'pipeline';

/** The deadline of a pipeline is the sum of the deadlines of its tools, but at most this many seconds. */
export const PIPELINE_SECONDS_MAX = 3600;

const DESCRIPTION =
  'Runs several tools as one execution: one quote, one hold, one id to poll. `steps` run in order; each names a tool of this catalog and has arguments as defined by that ' +
  'tool\'s inputSchema. Wherever a tool takes a file {"fileId": …}, a later step may instead take an artifact of an earlier step: {"step": 0, "artifact": 0} is ' +
  'the first artifact of the first step. Nothing has to be downloaded, uploaded or polled between steps. The whole input is validated and priced before it runs. A problem is ' +
  'reported with its JSON Pointer, such as /steps/1/arguments/width. A step that reads an artifact is priced by the largest possible size of that artifact. ' +
  'output.artifacts lists the artifacts of all steps; output.result is the result of the last step that has one. The first failed step ends the execution; ' +
  'the artifacts of finished steps remain available.';

export function pipelineDescription(tools: readonly ToolDefinition[]): ToolDescription {
  return {
    name: PIPELINE,
    title: 'Chain tools',
    description: DESCRIPTION,
    category: 'pipeline',
    inputSchema: pipelineSchema(tools),
    example: EXAMPLE,
    models: [],
    maxRuntimeSeconds: PIPELINE_SECONDS_MAX,
    ...endsOfChain(tools),
  };
}

const EXAMPLE = {
  steps: [
    { tool: 'image-resize', arguments: { source: EXAMPLE_PHOTO, width: 1024 } },
    { tool: 'image-convert', arguments: { source: { step: 0, artifact: 0 }, model: 'webp' } },
    { tool: 'image-analyze', arguments: { source: { step: 1, artifact: 0 } } },
  ],
};

const pipelineSchema = (tools: readonly ToolDefinition[]) =>
  Type.Object(
    {
      steps: Type.Array(Type.Unsafe({ anyOf: stepSchemas(tools) }), {
        title: 'Steps',
        minItems: 1,
        maxItems: LIMITS.stepsMax,
        description: 'The steps, which run in this order, one after the other.',
      }),
    },
    closedInput,
  );

/** With more own tools than that, most of a catalog would be their arguments in pipelines. */
const OWN_WITH_ARGUMENTS_MAX = 50;

/** Each tool with its arguments, but many own tools together, without theirs: their inputSchema applies all the same. */
function stepSchemas(tools: readonly ToolDefinition[]): TSchema[] {
  const own = tools.filter((tool) => tool.own !== undefined);
  if (own.length <= OWN_WITH_ARGUMENTS_MAX) return tools.map(stepSchema);
  return [...tools.filter((tool) => tool.own === undefined).map(stepSchema), anyOwnStep(own)];
}

const anyOwnStep = (own: readonly ToolDefinition[]): TSchema =>
  Type.Object(
    {
      tool: Type.Enum(
        own.map(({ name }) => name),
        { title: 'Tool' },
      ),
      arguments: Type.Record(Type.String(), Type.Unknown(), {
        title: 'Arguments',
        description: 'The arguments as in the inputSchema of that tool, where each file may be an artifact.',
      }),
    },
    { additionalProperties: false, title: 'Another tool of this catalog' },
  );

const stepSchema = ({ name, title, inputSchema }: ToolDefinition) =>
  Type.Object(
    {
      tool: Type.Literal(name, { title: 'Tool' }),
      arguments: { description: `The arguments of ${name}.`, ...publishedSchema(inputSchema) },
    },
    { additionalProperties: false, title },
  );
