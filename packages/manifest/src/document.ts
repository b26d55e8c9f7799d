/**
 * Copies a document from outside before anything else looks at it. The copy is plain frozen JSON of a bounded size, so
 * later checks need no limits of their own against size, depth, cycles or getters.
 */
import type { FieldProblems } from '@farebox/contract';
import { below } from '@farebox/price-rules';
import { MANIFEST_LIMITS } from './limits.ts';
import type { JsonValue } from './manifest.ts';

export type Copied =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly problems: FieldProblems };

/** A name with this meaning in JavaScript is a mistake or an attack. */
const FORBIDDEN_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** @returns the copy, or the first problem. Looks at no more values than a manifest may have. */
export function copyDocument(document: unknown): Copied {
  let values = 0;
  const copy = (value: unknown, at: string, depth: number): JsonValue => {
    values += 1;
    if (values > MANIFEST_LIMITS.values)
      throw new Unusable('', `has more than ${MANIFEST_LIMITS.values} values: write a smaller document`);
    if (typeof value === 'string') return copiedText(value, at);
    if (typeof value === 'number') return copiedNumber(value, at);
    if (typeof value === 'boolean' || value === null) return value;
    if (typeof value !== 'object') throw new Unusable(at, 'is no JSON value');
    if (depth > MANIFEST_LIMITS.depth)
      throw new Unusable(at, `is nested more than ${MANIFEST_LIMITS.depth} levels deep: write a flatter document`);
    if (Array.isArray(value)) {
      const list: JsonValue[] = [];
      for (let index = 0; index < value.length; index++) list.push(copy(value[index], below(at, index), depth + 1));
      return Object.freeze(list);
    }
    return copiedObject(value, at, (member, place) => copy(member, place, depth + 1));
  };
  try {
    return { ok: true, value: copy(document, '', 1) };
  } catch (error) {
    if (error instanceof Unusable) return { ok: false, problems: { [error.at]: error.message } };
    throw error;
  }
}

class Unusable extends Error {
  readonly at: string;
  constructor(at: string, message: string) {
    super(message);
    this.at = at;
  }
}

function copiedObject(value: object, at: string, copy: (member: unknown, at: string) => JsonValue): JsonValue {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new Unusable(at, 'is no JSON object');
  const members: Record<string, JsonValue> = {};
  for (const name of Object.keys(value)) {
    if (name.length > MANIFEST_LIMITS.nameCharacters)
      throw new Unusable(at, `has a member whose name is longer than ${MANIFEST_LIMITS.nameCharacters} characters`);
    if (FORBIDDEN_NAMES.includes(name)) throw new Unusable(at, `must not have a member named "${name}"`);
    if (!isStorable(name)) throw new Unusable(at, 'has a member whose name cannot be stored as text');
    members[name] = copy((value as Readonly<Record<string, unknown>>)[name], below(at, name));
  }
  return Object.freeze(members);
}

function copiedText(text: string, at: string): string {
  if (text.length > MANIFEST_LIMITS.textCharacters)
    throw new Unusable(at, `is longer than ${MANIFEST_LIMITS.textCharacters} characters`);
  if (!isStorable(text)) throw new Unusable(at, 'has a NUL or half a character: remove it');
  return text;
}

function copiedNumber(value: number, at: string): number {
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER))
    throw new Unusable(at, `must be a number from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`);
  // Canonical JSON has one zero.
  return Object.is(value, -0) ? 0 : value;
}

/** PostgreSQL stores no NUL, and RFC 8785 hashes no lone surrogate. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
