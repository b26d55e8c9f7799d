/** Shows a response to people: a list as a table, an object as its fields. It knows no route. Amounts are in USD. */
import { CommandError } from '../program/exit-codes.ts';
import { plain, table } from '../program/table.ts';
import { usdOf } from './usd.ts';

type Data = Readonly<Record<string, unknown>>;

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The property that has the items of a list, which are objects; null if the response is not a list. */
export function itemsOf(data: Data): { readonly name: string; readonly items: readonly Data[] } | null {
  const lists = Object.entries(data).filter(([, value]) => Array.isArray(value) && value.every(isData));
  const [only, ...more] = lists;
  if (only === undefined || more.length > 0) return null;
  return { name: only[0], items: only[1] as readonly Data[] };
}

/** A list that is not alone gets its name as heading. */
export function pageOf(data: unknown): string {
  if (!isData(data)) return plain(JSON.stringify(data));
  const lists = Object.entries(data).filter(isList);
  const others = Object.entries(data).filter((entry) => !isList(entry) && entry[0] !== 'nextBefore');
  const isAlone = lists.length === 1 && others.length === 0;
  const tables = lists.map(([name, items]) => (isAlone ? '' : `${name}:\n`) + listOf(items));
  return [...(others.length > 0 ? [fields(others)] : []), ...tables].join('\n\n');
}

const isList = (entry: readonly [string, unknown]): entry is [string, readonly Data[]] =>
  Array.isArray(entry[1]) && entry[1].every(isData);

/**
 * Returns one field for a script: a string unchanged, anything else as JSON. Throws CommandError if there is no such
 * field.
 */
export function fieldAt(data: unknown, path: string): string {
  let value = data;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      throw new CommandError('failed', `the request succeeded, but its response has no field ${path}`);
    value = (value as Data)[name];
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function listOf(found: readonly Data[]): string {
  const items = withSmallOnes(found);
  const [first] = items;
  if (first === undefined) return '(none)';
  const shown = Object.keys(first).filter((name) => items.some((item) => !isData(item[name])));
  // The id comes first, because the next command needs it.
  const names = [...shown.filter((name) => name === 'id'), ...shown.filter((name) => name !== 'id')];
  return table(
    names.map(labelOf),
    items.map((item) => names.map((name) => brief(item[name], cell(name, item[name])))),
  );
}

/** Maximum length of JSON in a table; --json prints all of it. */
const JSON_CHARACTERS = 60;

const brief = (value: unknown, text: string): string =>
  typeof value === 'object' && text.length > JSON_CHARACTERS ? `${text.slice(0, JSON_CHARACTERS - 1)}…` : text;

const SMALL_MAX = 2;

/** Nested objects have no column, except a few texts that every item has, such as the actor. */
function withSmallOnes(items: readonly Data[]): readonly Data[] {
  const isSmall = (value: unknown): boolean =>
    isData(value) &&
    Object.keys(value).length <= SMALL_MAX &&
    Object.values(value).every((each) => typeof each === 'string');
  const small = Object.keys(items[0] ?? {}).filter((name) => items.every((item) => isSmall(item[name])));
  return items.map((item) => {
    const entries = Object.entries(item).flatMap(([name, value]) =>
      small.includes(name)
        ? Object.entries(value as Data).map(([inner, each]) => [`${name}.${inner}`, each] as const)
        : [[name, value] as const],
    );
    return Object.fromEntries(entries);
  });
}

/** One line per field; fields of a nested object are indented under its name. */
function fields(entries: readonly (readonly [string, unknown])[], prefix = ''): string {
  const flat = flattened(entries, prefix);
  const width = Math.max(0, ...flat.map(([name]) => name.length));
  return flat.map(([name, text]) => `${name.padEnd(width)}  ${plain(text)}`).join('\n');
}

function flattened(entries: readonly (readonly [string, unknown])[], prefix: string): [string, string][] {
  return entries.flatMap(([name, value]) =>
    isData(value)
      ? flattened(Object.entries(value), `${prefix}${name}.`)
      : [[`${prefix}${labelOf(name)}`, cell(name, value)] as [string, string]],
  );
}

const MICROS = /Micros$/;
const labelOf = (name: string): string => name.replace(MICROS, '');

function cell(name: string, value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'number') return MICROS.test(name) ? usdOf(value) : String(value);
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(',');
  return JSON.stringify(value);
}
