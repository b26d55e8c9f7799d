/** Makes the synchronous client of Python from the asynchronous one, so that the logic is written once. */

/** A word of the asynchronous source → the synchronous one; applied in this order. */
const WORDS: readonly (readonly [from: RegExp, to: string])[] = [
  [/\basync (def|with|for)\b/g, '$1'],
  [/\bawait /g, ''],
  [/\bAsyncGenerator\[([^\n]+?), None\]/g, 'Generator[$1, None, None]'],
  [/\bAsync([A-Z]\w*)/g, '$1'],
  [/\bStopAsyncIteration\b/g, 'StopIteration'],
  [/\basynccontextmanager\b/g, 'contextmanager'],
  [/\b(?:a)(close|closing|next|read|iter_bytes)\b/g, '$1'],
  [/\b__a(enter|exit)__/g, '__$1__'],
  [/\b_io_async\b/g, '_io_sync'],
];

const HEAD = '# Made from `_async` by `npm run generate`; edit that one.\n';

export function synchronous(source: string): string {
  const text = WORDS.reduce((made, [from, to]) => made.replace(from, to), source);
  return `${HEAD}${text}`;
}
