/**
 * Decides whether a regular expression from outside may be applied to the text of a client. It accepts expressions that
 * begin with `^`, end with `$`, and are matched in linear time. It runs none of them, and its own work grows with the
 * length of the expression only.
 */
import { MANIFEST_LIMITS } from '../limits.ts';
import { ALL, type Characters, CLASSES, CONTROLS, complement, NONE, between, only } from './characters.ts';
import { character, choice, EMPTY, type Joined, type Part, repeated, sequence, type Times } from './part.ts';

/** @returns the reason why the pattern is refused, and what to write instead; null if it is safe. */
export function patternProblem(pattern: string): string | null {
  if (pattern.length > MANIFEST_LIMITS.patternCharacters)
    return `is longer than ${MANIFEST_LIMITS.patternCharacters} characters`;
  if (!pattern.startsWith('^') || !/[^\\](?:\\\\)*\$$/.test(pattern))
    return 'must begin with "^" and end with "$", so that it describes the whole text';
  try {
    const part = wholeOf(Array.from(pattern.slice(1, -1)));
    if (part.size > MANIFEST_LIMITS.patternSize)
      return `matches texts of more than ${MANIFEST_LIMITS.patternSize} counted characters: use "maxLength"`;
  } catch (error) {
    if (error instanceof Unsafe) return error.message;
    throw error;
  }
  return isExpression(pattern) ? null : 'is no regular expression of JavaScript with the flag "u"';
}

/** A safe expression is short, so it compiles at once. */
function isExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

class Unsafe extends Error {}

const fail = (problem: string): never => {
  throw new Unsafe(problem);
};

const checked = (joined: Joined): Part => ('problem' in joined ? fail(joined.problem) : joined);

/** The rest of an expression. */
interface Reader {
  readonly symbols: readonly string[];
  at: number;
}

function wholeOf(symbols: readonly string[]): Part {
  const reader = { symbols, at: 0 };
  const part = sequenceOf(reader, 0);
  const next = reader.symbols[reader.at];
  if (next === '|') return fail('has alternatives without a group: write "^(?:a|b)$"');
  return next === undefined ? part : fail(`has a "${next}" in a place where it means nothing: write "\\${next}"`);
}

function sequenceOf(reader: Reader, depth: number): Part {
  let part = EMPTY;
  while (reader.at < reader.symbols.length && !['|', ')'].includes(reader.symbols[reader.at] ?? ''))
    part = checked(sequence(part, repeatedOf(reader, depth)));
  return part;
}

function repeatedOf(reader: Reader, depth: number): Part {
  const part = atomOf(reader, depth);
  const times = timesOf(reader);
  if (times === null) return part;
  if (['?', '+', '*', '{'].includes(reader.symbols[reader.at] ?? ''))
    return fail('has two repetitions in a row, or a lazy one: write one of "?", "*", "+" and "{1,3}"');
  return checked(repeated(part, times));
}

const SIGNS: Readonly<Record<string, Times>> = {
  '?': { least: 0, most: 1 },
  '*': { least: 0, most: Infinity },
  '+': { least: 1, most: Infinity },
};
const COUNTED = /^\{(\d{1,4})(,(\d{0,4}))?\}/;
const COUNTED_TOO_LONG = /^\{\d+(,\d*)?\}/;

function timesOf(reader: Reader): Times | null {
  const sign = reader.symbols[reader.at] ?? '';
  const times = Object.hasOwn(SIGNS, sign) ? SIGNS[sign] : undefined;
  if (times !== undefined) {
    reader.at += 1;
    return times;
  }
  if (sign !== '{') return null;
  const rest = reader.symbols.slice(reader.at).join('');
  const [all, least = '', more, most = ''] = COUNTED.exec(rest) ?? [''];
  if (all === '' && COUNTED_TOO_LONG.test(rest)) return fail('has a repetition of more than 9999 times: write fewer');
  if (all === '') return fail('has a "{" that begins no repetition such as "{1,3}": write "\\{"');
  reader.at += all.length;
  const highest = more === undefined ? Number(least) : most === '' ? Infinity : Number(most);
  if (highest === 0 || highest < Number(least))
    return fail('has a repetition whose limits are 0 or in the wrong order');
  return { least: Number(least), most: highest };
}

function atomOf(reader: Reader, depth: number): Part {
  const symbol = reader.symbols[reader.at] ?? '';
  reader.at += 1;
  if (symbol === '(') return groupOf(reader, depth);
  if (symbol === '[') return character(classOf(reader));
  if (symbol === '\\') return character(escapeOf(reader));
  if (symbol === '.') return character(ALL);
  if ('^$?*+{}]'.includes(symbol))
    return fail(`has a "${symbol}" in a place where it means nothing: write "\\${symbol}"`);
  return character(only(symbol));
}

function groupOf(reader: Reader, depth: number): Part {
  if (depth >= MANIFEST_LIMITS.patternDepth)
    return fail(`has more than ${MANIFEST_LIMITS.patternDepth} groups in groups`);
  if (reader.symbols[reader.at] === '?') {
    if (reader.symbols[reader.at + 1] !== ':') return fail('has a group that is not "(…)" or "(?:…)"');
    reader.at += 2;
  }
  let part = sequenceOf(reader, depth + 1);
  while (reader.symbols[reader.at] === '|') {
    reader.at += 1;
    part = checked(choice(part, sequenceOf(reader, depth + 1)));
  }
  if (reader.symbols[reader.at] !== ')') return fail('has a group without its end');
  reader.at += 1;
  return part;
}

/** An escape outside or inside of a class. */
function escapeOf(reader: Reader): Characters {
  const symbol = reader.symbols[reader.at] ?? '';
  reader.at += 1;
  const set = CLASSES.get(symbol) ?? CONTROLS.get(symbol);
  if (set !== undefined) return set;
  if (!'^$\\.*+?()[]{}|/-'.includes(symbol) || symbol === '')
    return fail(`has the escape "\\${symbol}": only \\d \\w \\s \\D \\W \\S \\n \\t \\r and signs may be escaped`);
  return only(symbol);
}

/** Reads a class behind its `[`. */
function classOf(reader: Reader): Characters {
  const isNegated = reader.symbols[reader.at] === '^';
  if (isNegated) reader.at += 1;
  let set = NONE;
  while (reader.symbols[reader.at] !== ']') {
    if (reader.at >= reader.symbols.length) return fail('has a class without its end');
    set |= rangeOf(reader);
  }
  reader.at += 1;
  return isNegated ? complement(set) : set;
}

function rangeOf(reader: Reader): Characters {
  const [first, set] = memberOf(reader);
  const isRange = reader.symbols[reader.at] === '-' && reader.symbols[reader.at + 1] !== ']';
  if (!isRange) return set;
  reader.at += 1;
  const [last] = memberOf(reader);
  if (first === null || last === null || first > last) return fail('has a range in a class that is in the wrong order');
  return between(first, last);
}

/** One member of a class: its code point, null for a set such as `\d`. */
function memberOf(reader: Reader): readonly [code: number | null, set: Characters] {
  const symbol = reader.symbols[reader.at] ?? '';
  reader.at += 1;
  if (symbol !== '\\') return [symbol.codePointAt(0) ?? 0, only(symbol)];
  const escaped = reader.symbols[reader.at] ?? '';
  const set = escapeOf(reader);
  const isSet = CLASSES.has(escaped) || CONTROLS.has(escaped);
  return [isSet ? null : (escaped.codePointAt(0) ?? 0), set];
}
