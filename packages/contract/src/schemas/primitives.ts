/**
 * The basic types of the resources. Every text has a maximum length and every integer a width, so that client generators can choose fitting
 * types.
 */
import { Type, type TSchema } from 'typebox';
import { EXECUTED_TOOL_NAME } from '../limits.ts';

/** Characters of prose. */
const TEXT_MAX = 2_000;
const WORD_MAX = 100;
const ID_CHARACTERS = 26;
const INT32_MAX = 2_147_483_647;

export const closed = { additionalProperties: false } as const;
/** Options of a closed object that OpenAPI lists in `components.schemas`. */
export const named = (id: string, description: string) => ({ ...closed, $id: id, description });

/** JSON integer micro-units of USD, 0 to 2^53−1. */
export const MicrosJson = Type.Integer({
  $id: 'Micros',
  format: 'int64',
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Micro-units of USD: 1000000 is one dollar.',
});
export const Count = Type.Integer({ format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
export const int32 = (minimum: number, options: { maximum?: number; description?: string } = {}) =>
  Type.Integer({ format: 'int32', minimum, maximum: INT32_MAX, ...options });

/** RFC 3339 in UTC with `Z`. */
export const Timestamp = Type.String({
  $id: 'Timestamp',
  format: 'date-time',
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$',
  maxLength: 24,
  description: 'RFC 3339 in UTC with milliseconds, ending in Z.',
});
export const Currency = Type.Literal('USD', { $id: 'Currency', type: 'string' });
/** Prose for people. The wording may change between versions. */
export const text = (description: string) => Type.String({ maxLength: TEXT_MAX, description });
/** Controls from DEL on, separators of lines and paragraphs, and marks that change the direction of what follows. */
const DECEIVING = '\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff';
/** Text that a person gives and others read on one line, in lists, logs and terminals. */
export const SHOWN_TEXT = `^[^\\u0000-\\u001f${DECEIVING}]*$`;
/** Like SHOWN_TEXT, with tabs and line feeds. */
export const SHOWN_LINES = `^[^\\u0000-\\u0008\\u000b-\\u001f${DECEIVING}]*$`;
export const shownText = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, pattern: SHOWN_TEXT, ...(description === undefined ? {} : { description }) });
/** A name that a person gives in a request. */
export const GivenName = shownText(WORD_MAX);
/** A name that a person chose, in a response: names from before the rules of requests stay readable. */
export const Name = Type.String({ maxLength: WORD_MAX });
export const ToolName = Type.String({
  $id: 'ToolName',
  pattern: EXECUTED_TOOL_NAME.source,
  maxLength: 64,
  description: 'The name of a tool, or `@` followed by the name of a template of the project.',
});
export const ModelName = Type.String({ maxLength: WORD_MAX });
export const PriceVersion = Type.String({
  $id: 'PriceVersion',
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}\\.[0-9a-f]{8}$',
  maxLength: 19,
  description:
    'Identifies a price table and the versions of the own tools that are used. Changed prices have another version.',
});
export const QUOTED_PRICE_VERSION = '[0-9]{4}-[0-9]{2}-[0-9]{2}\\.[0-9a-f]{8}(\\.[1-9][0-9]{0,2})?';
export const QuotedPriceVersion = Type.String({
  $id: 'QuotedPriceVersion',
  pattern: `^${QUOTED_PRICE_VERSION}$`,
  maxLength: 23,
  description:
    'Identifies the price table, the versions of the own tools that are used and, for a template, the template version, so that none of them can change between quote and execution.',
});

export const idOf = (name: string, prefix: string, of: string) =>
  Type.String({
    $id: name,
    pattern: `^${prefix}_[0-9a-z]{${ID_CHARACTERS}}$`,
    maxLength: prefix.length + 1 + ID_CHARACTERS,
    description: `Opaque and unguessable; identifies ${of}.`,
  });
export const ExecutionId = idOf('ExecutionId', 'exe', 'an execution');
export const FileId = idOf('FileId', 'file', 'a file of the project');
export const ProjectId = idOf('ProjectId', 'proj', 'a project');
export const OrganizationId = idOf('OrganizationId', 'org', 'an organization');
export const KeyId = idOf('KeyId', 'key', 'an API key');

/** One word of a closed list; OpenAPI names it, so that generators create one type for all uses. */
export const oneOf = <W extends string>(id: string, words: readonly W[], description: string) =>
  Type.Unsafe<W>({ $id: id, type: 'string', enum: [...words], description });
/** One word of a vocabulary; the description explains each word. */
export const wordOf = <T extends Readonly<Record<string, string>>>(id: string, words: T, description: string) =>
  oneOf(id, Object.keys(words) as (keyof T & string)[], `${description}\n${meanings(words)}`);

const meanings = (words: Readonly<Record<string, string>>): string =>
  Object.entries(words)
    .map(([word, meaning]) => `- \`${word}\`: ${meaning}`)
    .join('\n');

/** The named schema of which a schema is one use. */
export const USE_OF: unique symbol = Symbol('use of a named schema');

/** A schema with the description of one use. In OpenAPI, the use of a named schema is a reference with that description. */
export function described<T extends TSchema>(schema: T, description: string): T {
  const { $id, ...facts } = Object.getOwnPropertyDescriptors(schema) as PropertyDescriptorMap;
  const use =
    $id === undefined ? {} : { [USE_OF]: { value: schema, enumerable: true, configurable: true, writable: true } };
  const text = { value: description, enumerable: true, configurable: true, writable: true };
  return Object.defineProperties({}, { ...facts, description: text, ...use }) as T;
}

export const nullable = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

/** The currency of the amounts beside it. */
export const UsDollars = described(Currency, 'The currency of all amounts: US dollars.');

/** Any JSON object; its members are described elsewhere, such as by a tool's `inputSchema`. */
export const JsonObject = Type.Unsafe<Record<string, unknown>>({
  $id: 'JsonObject',
  type: 'object',
  additionalProperties: true,
  description: 'Any JSON object. For tool arguments, see `inputSchema` in the catalog.',
});
/** An array of at most `maxItems`. */
export const list = <T extends TSchema>(items: T, maxItems: number, description?: string) =>
  Type.Array(items, { maxItems, ...(description === undefined ? {} : { description }) });
