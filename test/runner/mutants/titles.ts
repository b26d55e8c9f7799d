/** Titles of tests: as the source writes them, and as a pattern for the names that vitest makes of them. */

/** The placeholders of `test.each` and of template literals: `%s`, `$name`, `${name}`. */
const PLACEHOLDER = /%[sdifjoO]|\$\{[^}]*\}|\$[a-z][\w.]*/;
const QUOTES = ["'", '"', '`'];

/** Source of a regular expression that matches the whole title. */
const patternOf = (title: string): string =>
  title
    .split(PLACEHOLDER)
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('.*');

/** For vitest's `--testNamePattern`, which matches the title after the titles of its `describe` blocks. */
export const filterFor = (titles: readonly string[]): string => `(^| )(${titles.map(patternOf).join('|')})$`;

/** The title without its placeholders. */
export const fixedText = (title: string): string => title.split(PLACEHOLDER).join('');

export const isNamed = (name: string, title: string): boolean => new RegExp(`^${patternOf(title)}$`, 's').test(name);

/** True if the source contains the title as a whole string, or as the name of a table case. */
export const isDeclared = (source: string, title: string): boolean =>
  QUOTES.some((quote) => source.includes(`${quote}${title.replaceAll(quote, `\\${quote}`)}${quote}`)) ||
  (/^\w+$/.test(title) && new RegExp(`^ +${title}:`, 'm').test(source));
