/** Writes JSON as a literal of a programming language, for code samples. */

/** The differences between the languages. */
export interface Dialect {
  readonly words: Readonly<Record<'true' | 'false' | 'null', string>>;
  readonly indent: string;
  readonly nameOf: (name: string) => string;
  readonly textOf: (text: string) => string;
  /** Between the brackets and the members of an object on one line. */
  readonly padding: '' | ' ';
}

const IDENTIFIER = /^[a-z_$][\w$]*$/i;
const inSingleQuotes = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;

export const TYPESCRIPT: Dialect = {
  words: { true: 'true', false: 'false', null: 'null' },
  indent: '  ',
  nameOf: (name) => (IDENTIFIER.test(name) ? name : inSingleQuotes(name)),
  textOf: inSingleQuotes,
  padding: ' ',
};

/** A JSON string is a Python string as well. */
export const PYTHON: Dialect = {
  words: { true: 'True', false: 'False', null: 'None' },
  indent: '    ',
  nameOf: (name) => JSON.stringify(name),
  textOf: (text) => JSON.stringify(text),
  padding: '',
};

const COLUMNS_MAX = 80;

/** @param depth of the line on which the literal begins. */
export function literal(value: unknown, dialect: Dialect, depth = 0): string {
  const line = onOneLine(value, dialect);
  if (line.length + depth * dialect.indent.length <= COLUMNS_MAX) return line;
  const parts = partsOf(value, (each) => literal(each, dialect, depth + 1), dialect);
  if (parts === null) return line;
  const [open, close] = parts.brackets;
  const inner = dialect.indent.repeat(depth + 1);
  return `${open}\n${parts.items.map((item) => `${inner}${item},\n`).join('')}${dialect.indent.repeat(depth)}${close}`;
}

function onOneLine(value: unknown, dialect: Dialect): string {
  const parts = partsOf(value, (each) => onOneLine(each, dialect), dialect);
  if (parts === null) return scalar(value, dialect);
  const [open, close] = parts.brackets;
  const padding = open === '{' && parts.items.length > 0 ? dialect.padding : '';
  return `${open}${padding}${parts.items.join(', ')}${padding}${close}`;
}

const scalar = (value: unknown, { words, textOf }: Dialect): string =>
  typeof value === 'string' ? textOf(value) : (words[String(value) as 'true'] ?? String(value));

interface Parts {
  readonly brackets: readonly [open: string, close: string];
  readonly items: readonly string[];
}

/** The members of an object or a list; null for any other value. */
function partsOf(value: unknown, write: (value: unknown) => string, { nameOf }: Dialect): Parts | null {
  if (Array.isArray(value)) return { brackets: ['[', ']'], items: value.map(write) };
  if (typeof value !== 'object' || value === null) return null;
  const items = Object.entries(value).map(([name, each]) => `${nameOf(name)}: ${write(each)}`);
  return { brackets: ['{', '}'], items };
}
