/** Sets of characters: a bit for each ASCII character, and one bit for all others together. */

export type Characters = bigint;

const OTHERS = 128;
export const NONE: Characters = 0n;
export const ALL: Characters = (1n << BigInt(OTHERS + 1)) - 1n;

/** The characters between two code points, both included. */
export function between(first: number, last: number): Characters {
  let set = last >= OTHERS ? 1n << BigInt(OTHERS) : NONE;
  for (let code = first; code <= Math.min(last, OTHERS - 1); code++) set |= 1n << BigInt(code);
  return set;
}

export const only = (character: string): Characters => {
  const code = character.codePointAt(0) ?? 0;
  return between(code, code);
};

const DIGITS = between(0x30, 0x39);
const WORD = DIGITS | between(0x41, 0x5a) | between(0x61, 0x7a) | only('_');
const SPACES = between(0x09, 0x0d) | only(' ') | only('\u00a0');

/** A set of more characters than the complement has is allowed: it only finds more that is ambiguous. */
const without = (set: Characters): Characters => (ALL & ~set) | only('\u00a0');

/** By letter of an escape, such as `\d`. */
export const CLASSES: ReadonlyMap<string, Characters> = new Map([
  ['d', DIGITS],
  ['D', without(DIGITS)],
  ['w', WORD],
  ['W', without(WORD)],
  ['s', SPACES],
  ['S', without(SPACES)],
]);

export const CONTROLS: ReadonlyMap<string, Characters> = new Map([
  ['n', only('\n')],
  ['t', only('\t')],
  ['r', only('\r')],
]);

export const complement = without;
