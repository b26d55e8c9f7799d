/** Schema parts that the image tools share. */
import { Type } from 'typebox';

/** Every inputSchema names its dialect and takes no unknown field. */
export const closedInput = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  additionalProperties: false,
} as const;

export const colour = (title: string, description: string) =>
  Type.String({ title, pattern: '^#[0-9a-fA-F]{6}$', description });

/** One of the alternatives. It names its field again, so that it is whole where only it is looked at, as form generators do. */
export const given = (field: string, title: string) => ({
  title: `${title} given`,
  properties: { [field]: { title } },
  required: [field],
});
