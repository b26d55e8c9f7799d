/** Schema parts that the image tools share. */
import { Type } from 'typebox';

/** Every inputSchema names its dialect and takes no unknown field. */
export const closedInput = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  additionalProperties: false,
} as const;

export const colour = (title: string, description: string) =>
  Type.String({ title, pattern: '^#[0-9a-fA-F]{6}$', description });
