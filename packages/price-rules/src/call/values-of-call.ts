/** One call as the source of a rule's leaves: valid arguments with their defaults, and what is known of its files. */
import { invariant } from '@farebox/kernel';
import { cosine, sine } from '../arithmetic/angle.ts';
import { only, type Range } from '../arithmetic/range.ts';
import { fromNumber, type Rational } from '../arithmetic/rational.ts';
import type { Element, Known, Source } from '../evaluate.ts';
import { below, ELEMENT, memberOf, partsOf } from '../pointer.ts';
import { type Fact, type LeafNode, type Pointer, pointerOf, type Table } from '../rule.ts';
import { codePoints, entryOf } from '../schema/limits.ts';

/** A measured fact, or its limits if an earlier step of the same execution has yet to make the file. */
export type FactValue = number | { readonly least: number; readonly most: number };

export type KnownFile = Readonly<Partial<Record<Fact, FactValue>>>;

export interface Call {
  /** Valid against the input schema, with defaults filled in. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** By pointer of the file argument, with the index of an element: `/tracks/0`. */
  readonly files: ReadonlyMap<Pointer, KnownFile>;
}

const ABSENT: Known = { range: null, isSure: false };

/** @param indices by pointer of an array, the position of the element that `*` names. */
export function valuesOfCall(call: Call, indices: ReadonlyMap<Pointer, number> = new Map()): Source {
  return {
    leaf(node) {
      const { at, value } = placeOf(call.arguments, pointerOf(node), indices);
      if (value === undefined) return ABSENT;
      const range = 'fact' in node ? factOf(call.files.get(at), node.of) : only(valueOf(node, value));
      return { range, isSure: true };
    },
    elements(array): readonly Element[] {
      const { value } = placeOf(call.arguments, array, indices);
      if (value === undefined) return [];
      return listOf(value).map((_, index) => ({
        source: valuesOfCall(call, new Map([...indices, [array, index]])),
        timesLeast: 1n,
        timesMost: 1n,
      }));
    },
  };
}

/** The value of an argument, and its pointer with the indices in place of `*`. */
function placeOf(root: unknown, pointer: Pointer, indices: ReadonlyMap<Pointer, number>) {
  let [pattern, at, value] = ['', '', root];
  for (const part of partsOf(pointer) ?? []) {
    const index = part === ELEMENT && Array.isArray(value) ? indices.get(pattern) : undefined;
    const name = String(index ?? part);
    pattern = below(pattern, part);
    at = below(at, name);
    value = memberOf(value, name);
  }
  return { at, value };
}

/** The exact value of a leaf that is no fact of a file. */
function valueOf(node: Exclude<LeafNode, { readonly fact: Pointer }>, value: unknown): Rational {
  if ('arg' in node) return fromNumber(numberOf(value));
  if ('chars' in node) return fromNumber(codePoints(textOf(value)));
  if ('count' in node) return fromNumber(listOf(value).length);
  if ('lookup' in node) return fromNumber(chosen(node.table, value));
  // The sign of an angle changes neither absolute value.
  const angle = fromNumber(Math.abs(numberOf(value)));
  return 'sine' in node ? sine(angle) : cosine(angle);
}

/** The entry of a table for the value of an argument. */
export function chosen(table: Table, value: unknown): number {
  const entry = entryOf(table, value);
  invariant(entry !== undefined, 'a checked table has an entry for each valid value');
  return entry;
}

/** The value of an argument that every call has. */
export function argumentOf(call: Pick<Call, 'arguments'>, pointer: Pointer): unknown {
  const { value } = placeOf(call.arguments, pointer, new Map());
  invariant(value !== undefined, 'a required argument is given');
  return value;
}

function factOf(file: KnownFile | undefined, fact: Fact): Range {
  const value = file?.[fact];
  invariant(value !== undefined, 'a file whose facts decide the price has them');
  if (typeof value === 'number') return only(fromNumber(value));
  return { least: fromNumber(value.least), most: fromNumber(value.most) };
}

function numberOf(value: unknown): number {
  invariant(typeof value === 'number', 'a valid argument is a number');
  return value;
}

function textOf(value: unknown): string {
  invariant(typeof value === 'string', 'a valid argument is a text');
  return value;
}

function listOf(value: unknown): readonly unknown[] {
  invariant(Array.isArray(value), 'a valid argument is an array');
  return value;
}
