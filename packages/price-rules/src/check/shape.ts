/**
 * Reads the form of a rule: each node has one known operator and exactly its members. A JSON Schema would say of a
 * mistyped member that none of sixteen alternatives fits; this reader says which word is wrong and where.
 */
import { nearest } from '@farebox/contract';
import { isExact, PLACES_MAX } from '../arithmetic/rational.ts';
import { below, partsOf } from '../pointer.ts';
import { type Field, FACTS, KINDS, kindOf, SHAPES } from '../rule.ts';
import type { Problems } from './problems.ts';

type Members = Readonly<Record<string, unknown>>;

/** Enough for every rule: a sum of more is a rule that nobody can read. */
export const OPERANDS_MAX = 64;

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Adds a problem for each member that is missing or unknown. Members in `optional` may be missing. */
export function checkMembers(
  value: Members,
  names: readonly string[],
  { at, problems, optional = [] }: MembersOf,
): void {
  const known = [...names, ...optional];
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) problems.add(below(at, name), `is not a member here: write ${listed(known)}`);
  }
  for (const name of names) {
    if (!Object.hasOwn(value, name)) problems.add(below(at, name), 'is missing');
  }
}

interface MembersOf {
  readonly at: string;
  readonly problems: Problems;
  readonly optional?: readonly string[];
}

const listed = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

export function readExpr(value: unknown, at: string, problems: Problems): void {
  if (typeof value === 'number') return readNumber(value, at, problems);
  if (!isObject(value)) return problems.add(at, 'must be a number or an object such as { "arg": "/n" }');
  const kind = kindOf(value);
  if (kind === undefined) return problems.add(at, unknownOperator(value));
  const fields: Readonly<Record<string, Field>> = SHAPES[kind];
  const isOptional = (name: string): boolean => fields[name] === 'optional';
  const names = Object.keys(fields);
  checkMembers(
    value,
    names.filter((name) => !isOptional(name)),
    { at, problems, optional: names.filter(isOptional) },
  );
  for (const [name, field] of Object.entries(fields)) {
    if (Object.hasOwn(value, name)) READERS[field](value[name], below(at, name), problems);
  }
}

function unknownOperator(value: Members): string {
  const [written] = Object.keys(value);
  const [meant] = written === undefined ? [] : nearest(written, KINDS);
  return `has no operator of a price rule: ${meant === undefined ? `write one of ${KINDS.join(', ')}` : `did you mean "${meant}"?`}`;
}

type Reader = (value: unknown, at: string, problems: Problems) => void;

const READERS: Readonly<Record<Field, Reader>> = {
  expr: readExpr,
  optional: readExpr,
  pointer: readPointer,
  table: readTable,
  fact(value, at, problems) {
    if (typeof value !== 'string' || !Object.hasOwn(FACTS, value))
      problems.add(at, `must be one of ${listed(Object.keys(FACTS))}`);
  },
  operands(value, at, problems) {
    if (!Array.isArray(value) || value.length < 1 || value.length > OPERANDS_MAX)
      return problems.add(at, `must be an array of 1 to ${OPERANDS_MAX} expressions`);
    value.forEach((operand, index) => readExpr(operand, below(at, index), problems));
  },
  pair(value, at, problems) {
    if (!Array.isArray(value) || value.length !== 2) return problems.add(at, 'must be an array of two expressions');
    value.forEach((operand, index) => readExpr(operand, below(at, index), problems));
  },
};

export function readPointer(value: unknown, at: string, problems: Problems): void {
  if (typeof value !== 'string' || partsOf(value) === null)
    problems.add(at, 'must be a JSON Pointer to an argument, such as "/source"');
}

export function readTable(value: unknown, at: string, problems: Problems): void {
  if (!isObject(value) || Object.keys(value).length === 0)
    return problems.add(at, 'must be an object with a number for each value, such as { "small": 1, "large": 2 }');
  for (const [word, entry] of Object.entries(value)) readNumber(entry, below(at, word), problems);
}

function readNumber(value: unknown, at: string, problems: Problems): void {
  if (typeof value !== 'number' || !(value >= 0 && value <= Number.MAX_SAFE_INTEGER))
    return problems.add(at, `must be a number from 0 to ${Number.MAX_SAFE_INTEGER}`);
  if (!isExact(value)) problems.add(at, `must have at most ${PLACES_MAX} decimals`);
}
