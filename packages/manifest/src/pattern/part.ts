/**
 * A part of a regular expression, as far as it decides whether a match can be tried in two ways. An expression in which
 * the next character always decides is matched in time linear in the text, also by an engine that backtracks. Such
 * expressions are strongly deterministic (Brüggemann-Klein and Wood, 1998, "One-unambiguous regular languages").
 */
import { type Characters, NONE } from './characters.ts';

export interface Part {
  /** Whether it matches the empty text. */
  readonly isNullable: boolean;
  /** The characters with which a match begins. */
  readonly first: Characters;
  /** The characters with which a match that is not empty can go on, although it could end. */
  readonly further: Characters;
  /** Characters that it matches one after the other, each repetition by `*` or `+` counted once. */
  readonly size: number;
}

/** A part, or the reason why it can be matched in two ways. */
export type Joined = Part | { readonly problem: string };

export const EMPTY: Part = { isNullable: true, first: NONE, further: NONE, size: 0 };

export const character = (first: Characters): Part => ({ isNullable: false, first, further: NONE, size: 1 });

const AMBIGUOUS = 'can be matched in two ways, which can take very long: let the next character decide';

const share = (one: Characters, other: Characters): boolean => (one & other) !== NONE;

/** One part, then the other one. */
export function sequence(one: Part, other: Part): Joined {
  if (share(one.further, other.first) || (one.isNullable && share(one.first, other.first)))
    return { problem: AMBIGUOUS };
  return {
    isNullable: one.isNullable && other.isNullable,
    first: one.isNullable ? one.first | other.first : one.first,
    further: other.isNullable ? one.further | other.first | other.further : other.further,
    size: one.size + other.size,
  };
}

/** Either part. */
export function choice(one: Part, other: Part): Joined {
  if (share(one.first, other.first) || (one.isNullable && other.isNullable)) return { problem: AMBIGUOUS };
  return {
    isNullable: one.isNullable || other.isNullable,
    first: one.first | other.first,
    further: one.further | other.further,
    size: one.size + other.size,
  };
}

/** How often a part is repeated; `most` is Infinity for `*` and `+`. */
export interface Times {
  readonly least: number;
  readonly most: number;
}

export function repeated(part: Part, { least, most }: Times): Joined {
  if (part.isNullable) return { problem: 'repeats a part that may be empty' };
  if (most > 1 && share(part.further, part.first)) return { problem: AMBIGUOUS };
  return {
    isNullable: least === 0,
    first: part.first,
    further: least < most && most > 1 ? part.further | part.first : part.further,
    size: part.size * (Number.isFinite(most) ? most : Math.max(least, 1)),
  };
}
