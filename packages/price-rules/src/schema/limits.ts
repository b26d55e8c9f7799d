/**
 * The limits of one argument, from its schema or from the rule of its file. An argument without an upper limit has no
 * highest price, so it is a problem, told with the keyword that is missing.
 */
import { only, type Range } from '../arithmetic/range.ts';
import { fromNumber, ONE, rational, ZERO } from '../arithmetic/rational.ts';
import { memberOf } from '../pointer.ts';
import { type Fact, FACTS, type Table } from '../rule.ts';
import { type Schema, typeOf } from './resolve.ts';

/** The range of a leaf, or what to write instead. */
export type Limits = Range | { readonly problem: string };

const LARGEST = Number.MAX_SAFE_INTEGER;
/** More words than a person chooses from. */
const WORDS_MAX = 1_000;

const problem = (text: string): Limits => ({ problem: text });
const between = (least: number, most: number): Range => ({ least: fromNumber(least), most: fromNumber(most) });

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** A limit that a schema sets by either of two keywords; undefined without. */
function limit(schema: Schema, keywords: readonly [string, string], stricter: (a: number, b: number) => number) {
  const found = keywords.map((keyword) => memberOf(schema, keyword)).filter(isNumber);
  return found.length === 0 ? undefined : found.reduce((a, b) => stricter(a, b));
}

/** The values of `enum` or `const`; null if the schema has neither, or more than a thousand. */
function valuesOf(schema: Schema): readonly unknown[] | null {
  const constant = memberOf(schema, 'const');
  if (constant !== undefined) return [constant];
  const values = memberOf(schema, 'enum');
  return Array.isArray(values) && values.length > 0 && values.length <= WORDS_MAX ? values : null;
}

export function numberLimits(schema: Schema): Limits {
  const values = valuesOf(schema);
  if (values?.every(isNumber) === true) return checkedLimits(Math.min(...values), Math.max(...values));
  if (!isNumeric(schema)) return problem('must be a number or an integer: "chars", "count" and "lookup" read others');
  const least = limit(schema, ['minimum', 'exclusiveMinimum'], Math.max);
  const most = limit(schema, ['maximum', 'exclusiveMaximum'], Math.min);
  if (most === undefined) return problem('has no upper limit: add "maximum" to the input schema');
  if (least === undefined) return problem('has no lower limit: add "minimum", 0 or more, to the input schema');
  return checkedLimits(least, most);
}

function checkedLimits(least: number, most: number): Limits {
  if (least < 0) return problem('can be negative: a price reads numbers from 0, so raise "minimum" to 0 or more');
  if (most > LARGEST) return problem(`can exceed ${LARGEST}: lower "maximum"`);
  if (least > most) return problem('has no value: "minimum" is above "maximum"');
  return between(least, most);
}

const isNumeric = (schema: Schema): boolean => typeOf(schema) === 'number' || typeOf(schema) === 'integer';

/** Sine and cosine are bounded for every angle, so an angle needs no limits. */
export const angleLimits = (schema: Schema): Limits =>
  isNumeric(schema) ? { least: ZERO, most: ONE } : problem('must be a number or an integer: an angle in degrees');

const isSize = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

export function textLimits(schema: Schema): Limits {
  const texts = valuesOf(schema);
  if (texts?.every((text) => typeof text === 'string') === true) {
    const lengths = texts.map(codePoints);
    return between(Math.min(...lengths), Math.max(...lengths));
  }
  if (typeOf(schema) !== 'string') return problem('must be a text');
  const most = memberOf(schema, 'maxLength');
  if (!isSize(most)) return problem('has no longest text: add "maxLength" or "enum" to the input schema');
  return between(lowest(memberOf(schema, 'minLength'), most), most);
}

/** As JSON Schema counts the length of a text. */
export const codePoints = (text: string): number => Array.from(text).length;

export function listLimits(schema: Schema): Limits {
  if (typeOf(schema) !== 'array') return problem('must be an array');
  const most = memberOf(schema, 'maxItems');
  if (!isSize(most)) return problem('has no longest array: add "maxItems" to the input schema');
  return between(lowest(memberOf(schema, 'minItems'), most), most);
}

const lowest = (given: unknown, most: number): number => (isSize(given) ? Math.min(given, most) : 0);

/** The entry of a table for a value; undefined if it has none. */
export const entryOf = (table: Table, value: unknown): number | undefined =>
  memberOf(table, String(value)) as number | undefined;

/** The values that a lookup must have entries for, as words; null if the schema does not list them. */
function wordsOf(schema: Schema): readonly string[] | null {
  if (typeOf(schema) === 'boolean') return ['false', 'true'];
  const values = valuesOf(schema);
  const isWord = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
  return values?.every(isWord) === true ? values.map(String) : null;
}

/** Takes a table of numbers ≥ 0. */
export function choiceLimits(schema: Schema, table: Table): Limits {
  const words = wordsOf(schema);
  if (words === null)
    return problem(`must be a boolean, or list its values by "enum" (at most ${WORDS_MAX}) or "const"`);
  const entries = words.flatMap((word) => entryOf(table, word) ?? []);
  const missing = words.filter((word) => entryOf(table, word) === undefined);
  if (missing.length > 0) return problem(`needs an entry in "table" for ${listed(missing)}`);
  const unknown = Object.keys(table).filter((word) => !words.includes(word));
  if (unknown.length > 0) return problem(`has an entry in "table" for ${listed(unknown)}, which no call can send`);
  return between(Math.min(...entries), Math.max(...entries));
}

const LISTED_MAX = 5;
const WORD_SHOWN_MAX = 40;

const listed = (words: readonly string[]): string =>
  words
    .slice(0, LISTED_MAX)
    .map((word) => JSON.stringify(word.slice(0, WORD_SHOWN_MAX)))
    .join(', ') + (words.length > LISTED_MAX ? ` and ${words.length - LISTED_MAX} more` : '');

/** @param limits the rule of the file in the manifest; undefined if it has none. */
export function factLimits(limits: unknown, fact: Fact): Limits {
  const { limit: name, least } = FACTS[fact];
  if (limits === undefined) return problem('is no file argument: add it to "files"');
  const most = memberOf(limits, name);
  if (!isNumber(most) || most < least || most > LARGEST)
    return problem(`has no upper limit for its ${fact}: add "${name}" to its rule in "files"`);
  return least === most ? only(rational(BigInt(least))) : between(least, most);
}
