/**
 * Shortens data to the size of a result: its largest parts are replaced by a JSON Pointer to them and the names in them, so
 * that a model can ask for one part. Nothing is left out without a word.
 */
import { fits } from './size.ts';

export interface NotShown {
  /** JSON Pointer of the part that was left out. */
  readonly notShown: string;
  /** The length of its JSON. */
  readonly characters: number;
  /** The names of its members, as far as there is space. */
  readonly names: readonly string[];
}

/** The largest part that is shown whole, in characters. The first limit that makes the result fit is taken. */
const LIMITS = [3_000, 1_500, 700, 300, 150];
const NAMES_CHARACTERS_MAX = 1_500;

export type Data = Readonly<Record<string, unknown>>;

interface Shortening {
  /** JSON Pointer of the value itself. */
  readonly at?: string;
  /** Whether the result with this value is short enough. */
  readonly isShort?: (value: unknown) => boolean;
}

/** The value itself if it is short enough. Its own members are never replaced all at once while a shorter form of them fits. */
export function shortened(value: unknown, { at = '', isShort = fits }: Shortening = {}): unknown {
  if (isShort(value)) return value;
  for (const limit of LIMITS) {
    const shorter = isObject(value) ? members(value, { at, limit }) : shown(value, { at, limit });
    if (isShort(shorter)) return shorter;
  }
  return notShown(isObject(value) ? value : {}, { at, limit: NAMES_CHARACTERS_MAX });
}

interface Place {
  readonly at: string;
  readonly limit: number;
}

function shown(value: unknown, { at, limit }: Place): unknown {
  const characters = lengthOf(value);
  if (characters <= limit) return value;
  if (typeof value === 'string') return `${value.slice(0, limit).toWellFormed()}… (${value.length} characters)`;
  if (!isObject(value)) return value;
  const shorter = members(value, { at, limit });
  return lengthOf(shorter) <= limit ? shorter : notShown(value, { at, limit });
}

function members(value: object, { at, limit }: Place): object {
  const under = (name: string): Place => ({ at: `${at}/${escaped(name)}`, limit });
  if (Array.isArray(value)) return value.map((each, index) => shown(each, under(nameOf(each) ?? String(index))));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shown(each, under(name))]));
}

function notShown(value: object, { at, limit }: Place): NotShown {
  const all = Array.isArray(value) ? value.map((each, index) => nameOf(each) ?? String(index)) : Object.keys(value);
  let left = Math.min(limit, NAMES_CHARACTERS_MAX);
  const names = all.filter((name) => (left -= name.length + 3) >= 0);
  return { notShown: at, characters: lengthOf(value), names };
}

const lengthOf = (value: unknown): number => (JSON.stringify(value) ?? '').length;

/** A member of a list by name: the tool of a pipeline's step, or a model. */
function nameOf(member: unknown): string | null {
  const { name, properties } = (member ?? {}) as { name?: unknown; properties?: { tool?: { const?: unknown } } };
  const found = name ?? properties?.tool?.const;
  return typeof found === 'string' ? found : null;
}

export interface Part {
  readonly at: string;
  readonly value: unknown;
}

/** @param part a JSON Pointer, in which members of lists may be named, or the name alone. Null if there is no such part. */
export function partOf(data: Data, part: string): Part | null {
  if (!part.startsWith('/')) return named(data, part, '');
  const tokens = part.slice(1).split('/');
  return tokens.reduce<Part | null>((whole, token) => whole && memberOf(whole, unescaped(token)), {
    at: '',
    value: data,
  });
}

function memberOf({ at, value }: Part, name: string): Part | null {
  if (!isObject(value)) return null;
  const place = `${at}/${escaped(name)}`;
  if (Array.isArray(value)) {
    const index = value.findIndex((each, nth) => nameOf(each) === name || String(nth) === name);
    return index === -1 ? null : { at: place, value: value[index] };
  }
  return Object.hasOwn(value, name) ? { at: place, value: (value as Data)[name] } : null;
}

function named(value: unknown, name: string, at: string): Part | null {
  if (!isObject(value)) return null;
  for (const [key, member] of Object.entries(value)) {
    if (Array.isArray(value) && nameOf(member) === name) return { at: `${at}/${escaped(name)}`, value: member };
    const found = named(member, name, `${at}/${escaped(key)}`);
    if (found !== null) return found;
  }
  return null;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
const unescaped = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');
