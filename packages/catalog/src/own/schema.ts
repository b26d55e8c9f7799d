/** The input schema of an own tool as clients see it: file arguments look like those of the built-in tools. */
import type { FileRule, JsonMembers, ToolManifest } from '@farebox/manifest';
import { below, ELEMENT, isObject } from '@farebox/price-rules';
import type { TSchema } from 'typebox';
import { fileArgument } from '../files/file.ts';
import { closedInput } from '../image/schema.ts';

type Rules = Readonly<Record<string, FileRule>>;

export const shownSchema = ({ manifest, inputSchema }: Pick<ToolManifest, 'manifest' | 'inputSchema'>): TSchema => ({
  ...closedInput,
  ...shown(inputSchema, '', manifest.files ?? {}),
});

/** @param at pointer of the argument, with `*` for elements. */
function shown(schema: JsonMembers, at: string, rules: Rules): JsonMembers {
  const { properties, items } = schema;
  const rule = Object.hasOwn(rules, at) ? rules[at] : undefined;
  if (rule !== undefined) return shownFile(schema, rule);
  const members = isObject(properties)
    ? Object.entries(properties).map(([name, each]) => {
        const inside = below(at, name);
        return [name, isObject(each) ? shown(each, inside, rules) : each] as const;
      })
    : null;
  return {
    ...schema,
    ...(members === null ? {} : { properties: Object.fromEntries(members) }),
    ...(isObject(items) ? { items: shown(items, below(at, ELEMENT), rules) } : {}),
  };
}

function shownFile({ title, description }: JsonMembers, { mimeTypes }: FileRule): JsonMembers {
  const named = typeof title === 'string' ? title : 'File';
  const told = typeof description === 'string' ? description : `A file of type ${mimeTypes.join(', ')}.`;
  return fileArgument(named, told) as unknown as JsonMembers;
}
