/** Encodes lists for the SQL functions: one text per list, as an array or as lines. No other file writes either. */

/**
 * Encodes a PostgreSQL array as one parameter, because the driver would parse and quote each value separately. Plain words
 * stay without quotes, because every quote is escaped and parsed again on its way through Prisma.
 */
export function textArray(values: readonly (string | null)[]): string {
  let text = '';
  let before: string | null | undefined;
  let written = '';
  for (const value of values) {
    // Most values are equal to those of the previous request of the same moment.
    if (value !== before) [before, written] = [value, element(value)];
    text += text === '' ? written : `,${written}`;
  }
  return `{${text}}`;
}

function element(value: string | null): string {
  if (value === null) return 'NULL';
  return PLAIN.test(value) && !IS_NULL.test(value) ? value : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** Not empty and without characters that have a meaning in an array. */
const PLAIN = /^[\w.:+-]+$/;
/** PostgreSQL reads this word as NULL if it is not quoted, in upper or lower case. */
const IS_NULL = /^null$/i;

/** Converts items to columns: one array per value that `pick` returns. */
export const columnsOf =
  <Item>(items: readonly Item[]) =>
  (pick: (item: Item) => string | null): string =>
    textArray(items.map(pick));

/**
 * Encodes JSON lines, one per item, empty for none. PostgreSQL splits them with `string_to_array(lines, E'\n', '')`, because
 * JSON contains no line break.
 */
export const jsonLines = (values: readonly unknown[]): string => values.map(json).join('\n');

/** Encodes one value as a line of JSON; an absent value and null become an empty line. */
const json = (value: unknown): string => (value === undefined || value === null ? '' : jsonText(value));

/** An escaped backslash, or half a surrogate pair: `JSON.stringify` escapes no whole pair. */
const BACKSLASH_OR_LONE = /\\(?:\\|ud[89a-f][\da-f]{2})/g;

/**
 * Encodes one value as JSON. Replaces lone surrogates in texts and names: `jsonb` refuses them, and a paid result would be
 * lost; `json` stores them, but no function could parse it, neither in the ledger check nor in a list.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  if (!text.includes('\\ud')) return text;
  return text.replaceAll(BACKSLASH_OR_LONE, (found) => (found === '\\\\' ? found : '\ufffd'));
}
