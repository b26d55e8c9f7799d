/**
 * The small types that the resources are made of. Every text has a bound and every integer a width, so that a client made by a
 * generator can choose its own types.
 */
import { Type, type TSchema } from 'typebox';
import { EXECUTED_TOOL_NAME } from '../limits.ts';

/** Characters of a text for people. */
const TEXT_MAX = 2_000;
const WORD_MAX = 100;
const ID_CHARACTERS = 26;
const INT32_MAX = 2_147_483_647;

export const closed = { additionalProperties: false } as const;
/** A closed object that OpenAPI names in `components.schemas`. */
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
  description: 'RFC 3339, UTC, in milliseconds, ending in Z.',
});
export const Currency = Type.Literal('USD', { $id: 'Currency', type: 'string' });
/** Prose for people; it may change from version to version. */
export const text = (description: string) => Type.String({ maxLength: TEXT_MAX, description });
/** A name that somebody chose. */
export const Name = Type.String({ maxLength: WORD_MAX });
export const ToolName = Type.String({
  $id: 'ToolName',
  pattern: EXECUTED_TOOL_NAME.source,
  maxLength: 64,
  description: 'A tool of the catalog, or `@` and the name of a template of the project.',
});
export const ModelName = Type.String({ maxLength: WORD_MAX });
export const PriceVersion = Type.String({
  $id: 'PriceVersion',
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}\\.[0-9a-f]{8}$',
  maxLength: 19,
  description: 'Names a price table; a changed price cannot keep it.',
});
export const QUOTED_PRICE_VERSION = '[0-9]{4}-[0-9]{2}-[0-9]{2}\\.[0-9a-f]{8}(\\.[1-9][0-9]{0,2})?';
export const QuotedPriceVersion = Type.String({
  $id: 'QuotedPriceVersion',
  pattern: `^${QUOTED_PRICE_VERSION}$`,
  maxLength: 23,
  description:
    'Names the price table and, where a template was quoted, its version, so that neither can change before the execution.',
});

export const idOf = (name: string, prefix: string, of: string) =>
  Type.String({
    $id: name,
    pattern: `^${prefix}_[0-9a-z]{${ID_CHARACTERS}}$`,
    maxLength: prefix.length + 1 + ID_CHARACTERS,
    description: `Opaque and unguessable; names ${of}.`,
  });
export const ExecutionId = idOf('ExecutionId', 'exe', 'an execution');
export const FileId = idOf('FileId', 'file', 'a file of the project');
export const ProjectId = idOf('ProjectId', 'proj', 'a project');
export const OrganizationId = idOf('OrganizationId', 'org', 'an organization');
export const KeyId = idOf('KeyId', 'key', 'an API key');

/** One of a closed list; OpenAPI names it, so that it is one type everywhere. */
export const oneOf = <W extends string>(id: string, words: readonly W[], description: string) =>
  Type.Unsafe<W>({ $id: id, type: 'string', enum: [...words], description });
/** The words of a vocabulary, each with its meaning in the description. */
export const wordOf = <T extends Readonly<Record<string, string>>>(id: string, words: T, description: string) =>
  oneOf(id, Object.keys(words) as (keyof T & string)[], `${description}\n${meanings(words)}`);

const meanings = (words: Readonly<Record<string, string>>): string =>
  Object.entries(words)
    .map(([word, meaning]) => `- \`${word}\`: ${meaning}`)
    .join('\n');

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Any JSON object: what it holds is described elsewhere, such as by a tool's `inputSchema`. */
export const JsonObject = Type.Unsafe<Record<string, unknown>>({
  $id: 'JsonObject',
  type: 'object',
  additionalProperties: true,
  description: 'Any JSON object; the catalog says what a tool takes.',
});
/** An array of a bounded length. */
export const list = <T extends TSchema>(items: T, maxItems: number) => Type.Array(items, { maxItems });
