/** What a route answered, for people: a list as a table, one thing as its fields. Knows no route; amounts are shown in USD. */
import { CommandError } from '../program/exit-codes.ts';
import { plain, table } from '../program/table.ts';
import { usdOf } from './usd.ts';

type Data = Readonly<Record<string, unknown>>;

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Property of a list that holds its items, which are objects; null where it is no list. */
export function itemsOf(data: Data): { readonly name: string; readonly items: readonly Data[] } | null {
  const lists = Object.entries(data).filter(([, value]) => Array.isArray(value) && value.every(isData));
  const [only, ...more] = lists;
  if (only === undefined || more.length > 0) return null;
  return { name: only[0], items: only[1] as readonly Data[] };
}

export function pageOf(data: unknown): string {
  if (!isData(data)) return plain(JSON.stringify(data));
  const found = itemsOf(data);
  const others = Object.entries(data).filter(([name]) => name !== found?.name && name !== 'nextBefore');
  return [...(others.length > 0 ? [fields(others)] : []), ...(found === null ? [] : [listOf(found.items)])].join(
    '\n\n',
  );
}

/** One field as a script takes it: a text as it is, anything else as JSON. Throws CommandError where there is none. */
export function fieldAt(data: unknown, path: string): string {
  let value = data;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      throw new CommandError('failed', `it was done, and its response has no field ${path}`);
    value = (value as Data)[name];
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function listOf(found: readonly Data[]): string {
  const items = withSmallOnes(found);
  const [first] = items;
  if (first === undefined) return '(none)';
  const shown = Object.keys(first).filter((name) => items.some((item) => !isData(item[name])));
  // What the next command takes comes first.
  const names = [...shown.filter((name) => name === 'id'), ...shown.filter((name) => name !== 'id')];
  return table(
    names.map(labelOf),
    items.map((item) => names.map((name) => brief(item[name], cell(name, item[name])))),
  );
}

/** Of what is JSON in a table; all of it is in --json. */
const JSON_CHARACTERS = 60;

const brief = (value: unknown, text: string): string =>
  typeof value === 'object' && text.length > JSON_CHARACTERS ? `${text.slice(0, JSON_CHARACTERS - 1)}…` : text;

const SMALL_MAX = 2;

/** What is inside an object has no column, but for a few texts that each item has, such as who acted. */
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

/** One line a field; what is inside an object stands under its name. */
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
