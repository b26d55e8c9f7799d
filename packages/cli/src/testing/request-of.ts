/** Converts a command line into the body of its request. Used by tests only. */
import type { Command } from 'commander';
import { type TSchema, Type } from 'typebox';
import { fieldsOf } from '../operator/fields.ts';

export const nullableOf = (schema: TSchema) => Type.Union([schema, Type.Null()]);

export function requestOf(command: Command, { schema, words }: { schema: TSchema; words: readonly string[] }): unknown {
  const fields = fieldsOf(schema, {});
  for (const { option } of fields) command.addOption(option);
  command.configureOutput({ outputError: () => {} }).parse([...words], { from: 'user' });
  const given: Readonly<Record<string, unknown>> = command.opts();
  const found = fields.filter(({ option }) => given[option.attributeName()] !== undefined);
  return Object.fromEntries(found.map(({ name, option, valueOf }) => [name, valueOf(given[option.attributeName()])]));
}
