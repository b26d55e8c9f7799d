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
