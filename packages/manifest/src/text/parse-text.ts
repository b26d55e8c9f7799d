/**
 * Parses the text of a manifest: YAML 1.2, of which JSON is a part. It refuses what a reader can misunderstand, such as
 * duplicate keys, and what can cost more than the text is long, such as aliases and deep nesting.
 */
import { type CST, Composer, Lexer, LineCounter, Parser } from 'yaml';
import { MANIFEST_LIMITS } from '../limits.ts';
import { composedValue } from './value.ts';

/** Line and column count characters from 1. */
export interface TextProblem {
  readonly line: number;
  readonly column: number;
  /** The mistake, and what to write instead. */
  readonly problem: string;
}

export type ParsedText =
  | { readonly ok: true; readonly document: unknown }
  | { readonly ok: false; readonly problems: readonly TextProblem[] };

const PROBLEMS_MAX = 50;

/** @param text of at most 256 KiB in UTF-8, as read from a file. Work grows with its length only. */
export function parseManifestText(text: string): ParsedText {
  const lines = new LineCounter();
  const at = (offset: number, problem: string): TextProblem => {
    // The counter is 0 for a text without lines.
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1), problem };
  };
  const refused = (...problems: readonly TextProblem[]): ParsedText => ({ ok: false, problems });
  if (text.length > MANIFEST_LIMITS.textBytes || Buffer.byteLength(text) > MANIFEST_LIMITS.textBytes)
    return refused(at(0, `is longer than ${MANIFEST_LIMITS.textBytes} bytes: write a smaller document`));
  const { tokens, cut } = tokensOf(text, lines);
  const hostile = hostileToken(tokens) ?? cut;
  if (hostile !== null) return refused(at(hostile.offset, hostile.problem));
  const [document, second] = [...new Composer(COMPOSED).compose(tokens, true, text.length)];
  if (document === undefined) return refused(at(0, 'is empty: write a manifest'));
  if (second !== undefined) return refused(at(second.range[0], 'is a second document: write one manifest in one text'));
  const broken = [...document.errors, ...document.warnings];
  if (broken.length > 0)
    return refused(...broken.slice(0, PROBLEMS_MAX).map(({ pos, message }) => at(pos[0], message)));
  const { value, problems } = composedValue(document.contents);
  return problems.length > 0
    ? refused(...problems.slice(0, PROBLEMS_MAX).map(({ offset, problem }) => at(offset, problem)))
    : { ok: true, document: value };
}

// The library compares each key with each other one, so duplicates are found by `composedValue`, in linear time.
export const COMPOSED = {
  version: '1.2',
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  stringKeys: true,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'error',
} as const;

interface Hostile {
  readonly offset: number;
  readonly problem: string;
}

/** Open nodes of the deepest text that is read: its collections, its document, and what the parser has begun. */
const OPEN_MAX = MANIFEST_LIMITS.depth + 8;

/** Parses no further than the limits reach. @returns `cut`: the text goes on behind the tokens. */
function tokensOf(text: string, lines: LineCounter): { tokens: readonly CST.Token[]; cut: Hostile | null } {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  const tokens: CST.Token[] = [];
  let [lexemes, cut]: [number, Hostile | null] = [0, null];
  for (const lexeme of new Lexer().lex(text)) {
    lexemes += 1;
    if (lexemes > MANIFEST_LIMITS.lexemes) cut = tooMany(parser.offset, 'lexemes', 'words, signs and line ends');
    if (parser.stack.length > OPEN_MAX) cut = tooDeep(parser.offset);
    if (cut !== null) break;
    for (const token of parser.next(lexeme)) tokens.push(token);
  }
  for (const token of parser.end()) tokens.push(token);
  return { tokens, cut };
}

/** The composer is recursive, so the depth is limited before it runs. */
function hostileToken(tokens: readonly CST.Token[]): Hostile | null {
  let count = 0;
  const visit = (token: CST.Token | null | undefined, depth: number): Hostile | null => {
    if (token === null || token === undefined) return null;
    if (depth > MANIFEST_LIMITS.depth) return tooDeep(token.offset);
    // The types of the library leave out that a second value may stand there.
    const end: readonly { readonly type: string; readonly offset: number }[] = ('end' in token && token.end) || [];
    const alias = end.find(({ type }) => type === 'alias');
    if (alias !== undefined) return { offset: alias.offset, problem: 'is an alias: write the value itself' };
    if (token.type === 'document') return propertyIn(token.start) ?? visit(token.value, depth);
    if (token.type === 'directive') return { offset: token.offset, problem: 'is a directive: remove the line' };
    if (!('items' in token)) return null;
    for (const { start, key, sep, value } of token.items) {
      // Counts items, because an empty one has no token of its own.
      count += 1;
      if (count > MANIFEST_LIMITS.values) return tooMany(token.offset);
      const found = propertyIn(start) ?? visit(key, depth + 1) ?? propertyIn(sep ?? []) ?? visit(value, depth + 1);
      if (found !== null) return found;
    }
    return null;
  };
  if (tokens.length > MANIFEST_LIMITS.values) return tooMany(0);
  for (const token of tokens) {
    const found = visit(token, 0);
    if (found !== null) return found;
  }
  return null;
}

const tooMany = (offset: number, limit: 'values' | 'lexemes' = 'values', what: string = limit): Hostile => ({
  offset,
  problem: `has more than ${MANIFEST_LIMITS[limit]} ${what}: write a smaller document`,
});

const tooDeep = (offset: number): Hostile => ({
  offset,
  problem: `is nested more than ${MANIFEST_LIMITS.depth} levels deep`,
});

/** An anchor or a tag before a node. Also a second comma: the composer would make an error of each one. */
function propertyIn(tokens: readonly CST.SourceToken[]): Hostile | null {
  const [, comma] = tokens.filter(({ type }) => type === 'comma');
  if (comma !== undefined) return { offset: comma.offset, problem: 'is a comma without a value: remove it' };
  const found = tokens.find(({ type }) => type === 'anchor' || type === 'tag');
  return found === undefined
    ? null
    : { offset: found.offset, problem: 'is an anchor or a tag: write the value itself' };
}
