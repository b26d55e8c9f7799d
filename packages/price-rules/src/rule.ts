/**
 * The price of a tool as data. A rule computes units from the arguments and the files of a call. No code of a tool's
 * author runs, so the most units of any call are derived before the tool is published.
 */

// An RFC 6901 pointer into the arguments, such as `/source`. Inside of `each`, `*` is the element at hand: `/tracks/*/source`.
export type Pointer = string;

/** Facts of a file, each an integer but `seconds`. The names of the limits that bound them are in `FACTS`. */
export type Fact = 'pixels' | 'width' | 'height' | 'seconds' | 'bytes';

/** By word of a choice: the value of a lookup. */
export type Table = Readonly<Record<string, number>>;

/** The value of an expression if the argument is absent. Needed for each argument that may be absent. */
interface Optional {
  readonly else?: Expr;
}

/** Leaves read the call. Each is ≥ 0 and has limits in the input schema or in the rules of the files. */
export interface Leaves {
  /** The value of a number argument ≥ 0, rounded up to nine decimals. */
  readonly arg: { readonly arg: Pointer } & Optional;
  /** A fact of a file argument: `{ fact: "/source", of: "pixels" }`. */
  readonly fact: { readonly fact: Pointer; readonly of: Fact } & Optional;
  /** The length of a text in Unicode code points, as `maxLength` counts it. */
  readonly chars: { readonly chars: Pointer } & Optional;
  /** The number of elements of an array. */
  readonly count: { readonly count: Pointer } & Optional;
  /** A number for each value of an enum, a constant or a boolean. */
  readonly lookup: { readonly lookup: Pointer; readonly table: Table } & Optional;
  /** The absolute value of the sine of an angle in degrees, rounded up to twelve decimals: 0 to 1. */
  readonly sine: { readonly sine: Pointer } & Optional;
  /** The absolute value of the cosine of an angle in degrees, rounded up to twelve decimals: 0 to 1. */
  readonly cosine: { readonly cosine: Pointer } & Optional;
}

/** Operators are exact. Each grows with its operands, except that `sub` and `div` shrink with their second one. */
export interface Operators {
  readonly add: { readonly add: readonly Expr[] };
  readonly mul: { readonly mul: readonly Expr[] };
  readonly max: { readonly max: readonly Expr[] };
  readonly min: { readonly min: readonly Expr[] };
  /** The first operand minus the second, but at least 0: `{ sub: [seconds, 10] }` includes ten seconds. */
  readonly sub: { readonly sub: readonly [Expr, Expr] };
  /** Dividend and divisor. The divisor must have a lower bound above 0. */
  readonly div: { readonly div: readonly [Expr, Expr] };
  /** The next integer above, such as a started pixel. */
  readonly ceil: { readonly ceil: Expr };
  /** The next integer below. `{ floor: { add: [x, 0.5] } }` rounds. */
  readonly floor: { readonly floor: Expr };
  /** The sum over the elements of an array; 0 if it is empty or absent. */
  readonly sum: { readonly sum: Pointer; readonly each: Expr };
  /** The largest value over the elements of an array; 0 if it is empty or absent. */
  readonly largest: { readonly largest: Pointer; readonly each: Expr };
}

export type Nodes = Leaves & Operators;
export type Kind = keyof Nodes;
export type LeafNode = Leaves[keyof Leaves];
export type Node = Nodes[Kind];
/** A number ≥ 0 with at most nine decimals, or one of the nodes. */
export type Expr = number | Node;

/** The units of a call: an integer ≥ 1. */
export type Quantity =
  | { readonly ceil: Expr }
  /** The program that did the work reports the units. The quote is `max`, and more is never charged. */
  | { readonly reported: string; readonly max: Expr };

/** An amount in micro-USD, for all calls or by the value of an enum, such as the model. */
export type Amount = number | { readonly lookup: Pointer; readonly table: Table };

/** The member `price` of a manifest. */
export interface Price {
  /** One unit in words, such as `megapixel`. */
  readonly unit: string;
  readonly unitPriceMicros: Amount;
  /** The least that a successful call costs. */
  readonly minimumChargeMicros: Amount;
  readonly units: Quantity;
  /** Whether a failed call costs nothing, or the cost that the runner states. */
  readonly onFailure: OnFailure;
}

export const ON_FAILURE = ['none', 'stated'] as const;
export type OnFailure = (typeof ON_FAILURE)[number];

/** The form of a member of a node. The JSON Schema and the reader of rules have one entry for each. */
export type Field = 'pointer' | 'fact' | 'table' | 'expr' | 'optional' | 'operands' | 'pair';

/** The members of each node. The kind of a node is the member that no other kind has. */
export const SHAPES = {
  arg: { arg: 'pointer', else: 'optional' },
  fact: { fact: 'pointer', of: 'fact', else: 'optional' },
  chars: { chars: 'pointer', else: 'optional' },
  count: { count: 'pointer', else: 'optional' },
  lookup: { lookup: 'pointer', table: 'table', else: 'optional' },
  sine: { sine: 'pointer', else: 'optional' },
  cosine: { cosine: 'pointer', else: 'optional' },
  add: { add: 'operands' },
  mul: { mul: 'operands' },
  max: { max: 'operands' },
  min: { min: 'operands' },
  sub: { sub: 'pair' },
  div: { div: 'pair' },
  ceil: { ceil: 'expr' },
  floor: { floor: 'expr' },
  sum: { sum: 'pointer', each: 'expr' },
  largest: { largest: 'pointer', each: 'expr' },
} as const satisfies { readonly [K in Kind]: { readonly [F in keyof Required<Nodes[K]>]: Field } };

export const KINDS = Object.keys(SHAPES) as Kind[];

/** The kind of a value that may be a node; undefined if it is none. */
export const kindOf = (value: object): Kind | undefined => KINDS.find((kind) => Object.hasOwn(value, kind));

/** The argument that a leaf reads. */
export function pointerOf(node: LeafNode): Pointer {
  if ('arg' in node) return node.arg;
  if ('fact' in node) return node.fact;
  if ('chars' in node) return node.chars;
  if ('count' in node) return node.count;
  if ('lookup' in node) return node.lookup;
  return 'sine' in node ? node.sine : node.cosine;
}

/** The limit in the rules of a file that bounds a fact from above, and the least that the fact can be. */
export const FACTS = {
  pixels: { limit: 'pixelsMax', least: 1 },
  width: { limit: 'sideMax', least: 1 },
  height: { limit: 'sideMax', least: 1 },
  seconds: { limit: 'secondsMax', least: 0 },
  bytes: { limit: 'sizeBytesMax', least: 0 },
} as const satisfies Readonly<Record<Fact, { readonly limit: string; readonly least: number }>>;

/** Limits of a file argument, as a manifest has them in `files`. A larger file is refused before it is quoted. */
export type FileLimits = Readonly<Partial<Record<(typeof FACTS)[Fact]['limit'], number>>>;
