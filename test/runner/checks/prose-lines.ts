/** The lines of a file that a person reads as prose: comments of code, paragraphs and table cells of Markdown. */

export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
}

export interface CommentLine extends Line {
  /** Whether a comment begins here: a later line of it may begin with any word. */
  readonly first: boolean;
  /** As it stands in the file, with its indentation and marks. */
  readonly whole: string;
}

const MARKS: readonly (readonly [files: RegExp, mark: RegExp])[] = [
  [/\.(ts|mjs|prisma)$/, /^\/{2,3}(?!\/)\s*/],
  [/\.sql$/, /^--\s*/],
  [/\.(sh|ya?ml)$|Dockerfile$|\.env\.example$/, /^#(?!!)\s*/],
];
const BLOCK = /\.(ts|mjs)$/;

/** Comments that have a line of their own; the end of a line of code is left out. */
export function commentLines(path: string, text: string): CommentLine[] {
  const mark = MARKS.find(([files]) => files.test(path))?.[1];
  if (mark === undefined) return [];
  let [inBlock, awaitsWords, followsComment] = [false, false, false];
  return text.split('\n').flatMap((whole, index) => {
    const line = whole.trim();
    const opensBlock = !inBlock && BLOCK.test(path) && line.startsWith('/*');
    if (!inBlock && !opensBlock && !mark.test(line)) {
      followsComment = false;
      return [];
    }
    const words = opensBlock || inBlock ? wordsOfBlock(line) : line.replace(mark, '');
    const begins = opensBlock || (!inBlock && !followsComment) || awaitsWords;
    awaitsWords = begins && words === '';
    inBlock = (opensBlock || inBlock) && !line.endsWith('*/');
    followsComment = !inBlock && !line.endsWith('*/');
    return [{ number: index + 1, text: words, first: begins && words !== '', whole }];
  });
}

const wordsOfBlock = (line: string): string => line.replace(/^(\/\*+|\*(?!\/))\s*/, '').replace(/\s*\*\/$/, '');

/** Markdown without tables, code blocks and generated parts. */
export const proseLines = (text: string): Line[] => written(text).filter(({ text: line }) => !line.startsWith('|'));

/** The cells of tables outside code blocks and generated parts. */
export const tableCells = (text: string): Line[] =>
  written(text)
    .filter(({ text: line }) => line.startsWith('|'))
    .flatMap(({ number, text: line }) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => ({ number, text: cell.trim() })),
    );

function written(text: string): Line[] {
  let [inFence, inGenerated] = [false, false];
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) inFence = !inFence;
    if (/^<!-- \w+:begin/.test(line)) inGenerated = true;
    const skipped = inFence || inGenerated || /^\s*```/.test(line);
    if (/^<!-- \w+:end/.test(line)) inGenerated = false;
    return skipped ? [] : [{ number: index + 1, text: line }];
  });
}
