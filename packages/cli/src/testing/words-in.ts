/** Splits a line of help into words as a shell does. Used by tests only. */

interface Word {
  readonly text: string;
  readonly isQuoted: boolean;
}

const ENDS = new Set(['|', '<', '>']);

/**
 * The words of each farebox command in a line, without its name; for `npm`, those after its script, which is the
 * command.
 */
export function wordsIn(line: string): readonly (readonly string[])[] {
  const words = Array.from(
    line.replaceAll(/\$\(|\)/g, ' ').matchAll(/"([^"]*)"|(\S+)/g),
    ([, quoted, text = quoted ?? '']): Word => ({ text, isQuoted: quoted !== undefined }),
  );
  return words.flatMap(({ text, isQuoted }, index) => {
    if (isQuoted || (text !== 'farebox' && text !== 'npm')) return [];
    const after = words.slice(index + 1);
    const end = after.findIndex((word) => !word.isQuoted && ENDS.has(word.text));
    const own = after.slice(0, end === -1 ? undefined : end).map((word) => word.text);
    return [text === 'npm' ? own.filter((word) => !['run', '--silent', '--'].includes(word)) : own];
  });
}
