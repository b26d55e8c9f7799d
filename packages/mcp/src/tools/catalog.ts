/**
 * The catalog in steps: a brief list, the description of one tool, and parts of it. All schemas at once, or that of a
 * pipeline, would fill the context of a model.
 */
import { dollars } from '@farebox/catalog';
import { type Catalog, nearest, type Tool } from '@farebox/contract';
import { Type } from 'typebox';
import type { Api } from '../api.ts';
import { didYouMean } from './did-you-mean.ts';
import { type Data, partOf, shortened } from '../short/shorten.ts';
import { fits, roomBeside, thatFit } from '../short/size.ts';
import { failure, success, whole } from '../result.ts';
import { closed, mcpTool } from './tool.ts';

const READS = { readOnlyHint: true, idempotentHint: true };
const LISTED_MAX = 1_000;

export const listTools = mcpTool({
  name: 'list_tools',
  title: 'List paid tools',
  description:
    'Lists the paid tools for images, audio, video and text with the least price of each, in brief. Free. Call describe_tool for the arguments and exact price of a tool.',
  input: closed({
    text: Type.Optional(
      Type.String({ maxLength: 100, description: 'Only tools whose name or description contains this text.' }),
    ),
    category: Type.Optional(Type.String({ maxLength: 100, description: 'Only tools of this category.' })),
    from: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LISTED_MAX,
        description: 'The number of tools to skip: the next of an earlier result.',
      }),
    ),
  }),
  hints: READS,
  async run({ text = '', category, from = 0 }, { api }) {
    const { tools, executionEnabled } = await api.call<Catalog>('getCatalog');
    const wanted = text.toLowerCase();
    const found = tools
      .filter((tool) => category === undefined || tool.category === category)
      .filter((tool) => `${tool.name} ${tool.title} ${tool.description}`.toLowerCase().includes(wanted));
    const all = found.slice(from).map(briefly);
    const page = { executionEnabled, categories: [...new Set(tools.map((tool) => tool.category))] };
    if (fits({ ...page, tools: all })) return success({ ...page, tools: all });
    const nextAfter = (count: number) => `Call list_tools with from: ${from + count} for the rest.`;
    const first = thatFit(all, roomBeside({ ...page, tools: [], next: nextAfter(LISTED_MAX) }));
    return success({ ...page, tools: first, next: nextAfter(first.length) });
  },
});

const BRIEF_CHARACTERS = 200;

function briefly({ name, description, price, available }: Tool): Readonly<Record<string, unknown>> {
  const [sentence = ''] = description.split(/(?<=\.)\s/);
  const brief =
    sentence.length > BRIEF_CHARACTERS ? `${sentence.slice(0, BRIEF_CHARACTERS).toWellFormed()}…` : sentence;
  const least = `from ${dollars(BigInt(price.minimumChargeMicros))}`;
  return { name, description: brief, price: least, ...(available ? {} : { available }) };
}

export const describeTool = mcpTool({
  name: 'describe_tool',
  title: 'Describe a paid tool',
  description:
    'Describes one paid tool: the JSON Schema of its arguments, a working example, models and prices. Free. What would make the result too long is left out by name: ask for it with part.',
  input: closed({
    tool: Type.String({ maxLength: 200, description: 'The name of a tool from list_tools.' }),
    part: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description:
          'Only this part: a notShown of an earlier result, or one of its names. For the arguments of a step of a pipeline: the tool of that step.',
      }),
    ),
    detail: Type.Optional(
      Type.Enum(['full'], { description: 'full: everything at once. A pipeline has more than 20,000 tokens.' }),
    ),
  }),
  hints: READS,
  async run({ tool, part, detail }, { api }) {
    const { tools } = await api.call<Catalog>('getCatalog');
    const found = tools.find(({ name }) => name === tool);
    if (found === undefined) return unknownTool(tool, tools);
    const described = part === undefined ? { at: '', value: found } : partOf(found, part);
    if (described === null)
      return failure({
        message: 'part_not_found',
        advice: 'Call describe_tool without part, and pass a notShown or one of its names.',
      });
    const { at, value } = described;
    const dataWith = (shown: unknown, more = {}): Data =>
      part === undefined ? { ...more, ...(shown as Data) } : { tool, part: at, ...more, value: shown };
    if (detail === 'full') return whole(dataWith(value));
    if (fits(dataWith(value))) return success(dataWith(value));
    const isShort = (shown: unknown): boolean => fits(dataWith(shown, NEXT));
    return success(dataWith(shortened(value, { at, isShort }), NEXT));
  },
});

const NEXT = {
  next: 'Parts are left out. For one, call describe_tool with this tool and part: a notShown, or one of its names. For everything, pass detail: full.',
};

/** The error of a name that the catalog does not have. */
const unknownTool = (asked: string, tools: Catalog['tools']) => {
  const near = nearest(
    asked,
    tools.map(({ name }) => name),
  );
  return failure({
    message: 'tool_not_found',
    advice: `${didYouMean(near)}Call list_tools for the names of the tools.`,
    details: { nearest: near },
  });
};

/** For a call that the API refused because of the tool's name; null if the catalog cannot be read. */
export const unknownToolOf = async (asked: string, api: Api) => {
  const catalog = await api.call<Catalog>('getCatalog').catch(() => null);
  return catalog === null ? null : unknownTool(asked, catalog.tools);
};
