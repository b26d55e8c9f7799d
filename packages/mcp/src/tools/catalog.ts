/** The catalog in two steps, a short list and the details of one tool: 30 schemas at once would fill the context of a model. */
import type { Catalog } from '@farebox/contract';
import { AppError } from '@farebox/contract';
import { Type } from 'typebox';
import { success } from '../result.ts';
import { closed, mcpTool } from './tool.ts';

const READS = { readOnlyHint: true, idempotentHint: true };
const Open = Type.Record(Type.String(), Type.Unknown());

export const listTools = mcpTool({
  name: 'list_tools',
  title: 'List paid tools',
  description:
    'Lists the paid tools for images, audio, video and text with their prices, in brief. Free. Call describe_tool for the arguments of a tool.',
  input: closed({
    text: Type.Optional(
      Type.String({ maxLength: 100, description: 'Only tools whose name or description contains this text.' }),
    ),
    category: Type.Optional(Type.String({ maxLength: 100, description: 'Only tools of this category.' })),
  }),
  output: Type.Object({
    executionEnabled: Type.Boolean(),
    tools: Type.Array(
      Type.Object({
        name: Type.String(),
        category: Type.String(),
        description: Type.String(),
        price: Type.String(),
        available: Type.Boolean(),
      }),
    ),
  }),
  hints: READS,
  async run({ text = '', category }, { api }) {
    const { tools, executionEnabled } = await api.call<Catalog>('getCatalog');
    const wanted = text.toLowerCase();
    const found = tools
      .filter((tool) => category === undefined || tool.category === category)
      .filter((tool) => `${tool.name} ${tool.title} ${tool.description}`.toLowerCase().includes(wanted))
      .map(({ name, category: kind, description, price, available }) => ({
        name,
        category: kind,
        description,
        price: price.description,
        available,
      }));
    return success({ executionEnabled, tools: found });
  },
});

export const describeTool = mcpTool({
  name: 'describe_tool',
  title: 'Describe a paid tool',
  description:
    'Returns all details of one paid tool: the JSON Schema of its arguments, a working example, models and prices. Free.',
  input: closed({ tool: Type.String({ maxLength: 200, description: 'The name of a tool from list_tools.' }) }),
  output: Type.Object({ name: Type.String(), inputSchema: Open, example: Open, price: Open, models: Type.Array(Open) }),
  hints: READS,
  async run({ tool }, { api }) {
    const { tools } = await api.call<Catalog>('getCatalog');
    const found = tools.find(({ name }) => name === tool);
    if (found === undefined) throw new AppError('tool_not_found');
    return success(found);
  },
});
