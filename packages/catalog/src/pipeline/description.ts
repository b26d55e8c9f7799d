/** What the catalog shows of the pipeline tool. It is made of the tools it can chain, so it never falls behind them. */
import { EXAMPLE_PHOTO } from '../files/samples.ts';
import { LIMITS } from '@farebox/contract';
import { Type } from 'typebox';
import { closedInput } from '../image/schema.ts';
import { endsOfChain } from '../ends.ts';
import type { ToolDefinition, ToolDescription } from '../tool.ts';
import { publishedSchema } from './reference.ts';

export const PIPELINE = 'pipeline';

/** The deadline of a pipeline is the sum of its tools', but no execution may be held for longer than this. */
export const PIPELINE_SECONDS_MAX = 3600;

const DESCRIPTION =
  'Runs several tools as one execution: one quote, one hold, one id to poll. `steps` run in order; each names a tool of this catalog and its arguments as that ' +
  'tool\'s inputSchema says. Wherever a tool takes a file {"fileId": …}, a later step may instead take what an earlier step makes: {"step": 0, "artifact": 0} is ' +
  'the first artifact of the first step, so nothing has to be downloaded, uploaded or waited for in between. The whole is validated and priced before it runs: a problem is ' +
  'named by its place, such as /steps/1/arguments/width, and a step on an artifact is priced by the largest that artifact can be. ' +
  'output.artifacts lists what all steps made, output.result is that of the last step that has one. The first step that fails ends the execution; ' +
  'what finished steps made stays retrievable.';

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
      steps: Type.Array(Type.Unsafe({ anyOf: tools.map(stepSchema) }), {
        title: 'Steps',
        minItems: 1,
        maxItems: LIMITS.stepsMax,
        description: 'Run in this order, one after the other.',
      }),
    },
    closedInput,
  );

const stepSchema = ({ name, title, inputSchema }: ToolDefinition) =>
  Type.Object(
    {
      tool: Type.Literal(name, { title: 'Tool' }),
      arguments: { description: `What ${name} takes.`, ...publishedSchema(inputSchema) },
    },
    { additionalProperties: false, title },
  );
