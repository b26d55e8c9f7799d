/**
 * Finds where a text stops being JSON, because the engine's message does not always say it. It runs only for a text that
 * JSON.parse refused, in time linear in the text.
 */

/** Between tokens, the kinds of token that may come next. Plain texts: a regular expression for each token costs ten times as much. */
const EXPECTED = {
  value: '"0{[',
  valueOrEnd: '"0{[]',
  name: '"',
  nameOrEnd: '"}',
  colon: ':',
  commaOrEnd: ',]}',
  nothing: '',
} as const;
type Expecting = keyof typeof EXPECTED;

const PUNCTUATION = '{}[],:';
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const SPACES = /[ \t\n\r]*/y;
/** The last of the white spaces, all others are below. */
const SPACE = 0x20;

/** Index of the first character that cannot be there; the length of the text if it ends too early. */
export function syntaxErrorAt(text: string): number {
  const open: string[] = [];
  let expecting: Expecting = 'value';
  for (let at = after(SPACES, text, 0); at < text.length;) {
    const kind = kindOf(text.charAt(at));
    if (!EXPECTED[expecting].includes(kind)) return at;
    const end = endOf(kind, text, at);
    if (end === at) return at;
    if ((kind === ']' || kind === '}') && open.pop() !== kind) return at;
    if (kind === '{' || kind === '[') open.push(kind === '{' ? '}' : ']');
    expecting = next(expecting, kind, open.at(-1));
    at = text.charCodeAt(end) > SPACE ? end : after(SPACES, text, end);
  }
  return text.length;
}

function endOf(kind: string, text: string, at: number): number {
  if (kind === '"') return endOfString(text, at);
  return kind === '0' ? after(SCALAR, text, at) : at + 1;
}

/** The position behind the closing quote; `opening` if the string never ends or has a character that it must escape. */
function endOfString(text: string, opening: number): number {
  let at = opening + 1;
  while (at < text.length && text[at] !== '"') {
    const end = text[at] === '\\' ? after(ESCAPE, text, at) : at + (text.charCodeAt(at) < 0x20 ? 0 : 1);
    if (end === at) return opening;
    at = end;
  }
  return at < text.length ? at + 1 : opening;
}

function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

/** A number, true, false and null are alike: `0`. */
const kindOf = (character: string): string => (character === '"' || PUNCTUATION.includes(character) ? character : '0');

/** @param closing the bracket that ends the innermost open one; undefined outside of all. */
function next(expecting: Expecting, kind: string, closing: string | undefined): Expecting {
  if (kind === '{') return 'nameOrEnd';
  if (kind === '[') return 'valueOrEnd';
  if (kind === ':') return 'value';
  if (kind === ',') return closing === '}' ? 'name' : 'value';
  if (expecting === 'name' || expecting === 'nameOrEnd') return kind === '"' ? 'colon' : ended(closing);
  return ended(closing);
}

const ended = (closing: string | undefined): Expecting => (closing === undefined ? 'nothing' : 'commaOrEnd');
