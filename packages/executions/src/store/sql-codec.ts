/** How lists go from TypeScript to the functions of PostgreSQL: as one text a list, an array or lines. No other file writes either. */

/**
 * PostgreSQL's notation of an array: one parameter, where the driver would take apart and quote each value by itself. Plain words
 * go without quotes, because every quote is escaped and read again on its way through Prisma.
 */
export function textArray(values: readonly (string | null)[]): string {
  let text = '';
  let before: string | null | undefined;
  let written = '';
  for (const value of values) {
    // Requests of one moment have most of their values in common.
    if (value !== before) [before, written] = [value, element(value)];
    text += text === '' ? written : `,${written}`;
  }
  return `{${text}}`;
}

function element(value: string | null): string {
  if (value === null) return 'NULL';
  return PLAIN.test(value) && !IS_NULL.test(value) ? value : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** Neither empty nor with anything that means something in an array. */
const PLAIN = /^[\w.:+-]+$/;
/** Without quotes PostgreSQL takes it for no value, however it is written. */
const IS_NULL = /^null$/i;

/** A list of items as columns: the array of what `pick` takes of each. */
export const columnsOf =
  <Item>(items: readonly Item[]) =>
  (pick: (item: Item) => string | null): string =>
    textArray(items.map(pick));

/** JSON in lines, one an item, empty: none. PostgreSQL takes it apart by `string_to_array(lines, E'\n', '')`; JSON has no line break. */
export const jsonLines = (values: readonly unknown[]): string => values.map(json).join('\n');

/** An operation may answer null, which is no other than none. */
const json = (value: unknown): string => (value === undefined || value === null ? '' : encoded(value));

/** Half of a pair of surrogates is kept as JSON by the database, and then no function of it can take it apart: neither the audit's nor a list's. */
function encoded(value: unknown): string {
  const text = JSON.stringify(value);
  if (!text.includes('\\ud')) return text;
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'string' ? each.toWellFormed() : each));
}
