/**
 * The meaning of each node: one interpreter for quotes, which read a call, and for bounds, which read the limits of all
 * calls. It terminates, because a rule has no loop but over the elements of an array.
 */
import { invariant } from '@farebox/kernel';
import {
  difference,
  either,
  folded,
  largest,
  only,
  quotient,
  type Range,
  type Repeated,
  roundedDown,
  roundedUp,
  total,
} from './arithmetic/range.ts';
import { ceiled, fromNumber } from './arithmetic/rational.ts';
import { type Expr, kindOf, type Kind, type LeafNode, type Node, type Nodes, type Pointer } from './rule.ts';

/** A leaf as it is known. `range` is null if the argument is absent; `isSure` is false if it may be absent. */
export interface Known {
  readonly range: Range | null;
  readonly isSure: boolean;
}

/** The source of leaves: one call, or the limits of all calls. */
export interface Source {
  leaf(node: LeafNode): Known;
  /** The elements of an array, each with the source of what `*` names; none if the array is absent. */
  elements(array: Pointer): readonly Element[];
}

export interface Element extends Omit<Repeated, 'range'> {
  readonly source: Source;
}

/** The range of an expression whose leaves are in the ranges that the source gives. Takes only a checked rule. */
export function rangeOf(expr: Expr, source: Source): Range {
  if (typeof expr === 'number') return only(fromNumber(expr));
  const kind = kindOf(expr);
  invariant(kind !== undefined, 'a checked rule has known operators only');
  return (MEANINGS[kind] as (node: Node, source: Source) => Range)(expr, source);
}

/** The most units that the range allows: an integer, at least 1. */
export function unitsOf(expr: Expr, source: Source): bigint {
  const units = ceiled(rangeOf(expr, source).most);
  return units > 1n ? units : 1n;
}

type Meaning<K extends Kind> = (node: Nodes[K], source: Source) => Range;

const MEANINGS: { readonly [K in Kind]: Meaning<K> } = {
  arg: leafOrElse,
  fact: leafOrElse,
  chars: leafOrElse,
  count: leafOrElse,
  lookup: leafOrElse,
  sine: leafOrElse,
  cosine: leafOrElse,
  add: ({ add }, source) => folded('add', rangesOf(add, source)),
  mul: ({ mul }, source) => folded('mul', rangesOf(mul, source)),
  max: ({ max }, source) => folded('max', rangesOf(max, source)),
  min: ({ min }, source) => folded('min', rangesOf(min, source)),
  sub: ({ sub: [a, b] }, source) => difference(rangeOf(a, source), rangeOf(b, source)),
  div({ div: [dividend, divisor] }, source) {
    const range = rangeOf(divisor, source);
    invariant(range.least.numerator > 0n, 'the divisor of a checked rule is above 0');
    return quotient(rangeOf(dividend, source), range);
  },
  ceil: ({ ceil }, source) => roundedUp(rangeOf(ceil, source)),
  floor: ({ floor }, source) => roundedDown(rangeOf(floor, source)),
  sum: ({ sum, each }, source) => total(repeated(each, source.elements(sum))),
  largest: ({ largest: array, each }, source) => largest(repeated(each, source.elements(array))),
};

const rangesOf = (operands: readonly Expr[], source: Source): Range[] =>
  operands.map((operand) => rangeOf(operand, source));

const repeated = (each: Expr, elements: readonly Element[]): Repeated[] =>
  elements.map(({ source, ...times }) => ({ ...times, range: rangeOf(each, source) }));

function leafOrElse(node: LeafNode, source: Source): Range {
  const { range, isSure } = source.leaf(node);
  if (range !== null && isSure) return range;
  invariant(node.else !== undefined, 'an argument that may be absent has an else');
  const other = rangeOf(node.else, source);
  return range === null ? other : either(range, other);
}
