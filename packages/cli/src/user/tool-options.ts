/** Options of a tool, from its JSON Schema: help, limits, choices, defaults and error texts come from the schema. */
import { compileReader } from '@farebox/catalog/arguments';
import { Option } from 'commander';
import { UsageError } from '../program/exit-codes.ts';
import { plain } from '../program/table.ts';
import { kebab } from '../operator/words.ts';
import type { Fields } from './failure.ts';
import { forChecking, reference } from './files.ts';

/** The parts of JSON Schema that are used here; the validator checks the rest. */
export interface Schema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

export interface ToolOption {
  /** Path from the root of the arguments. */
  readonly path: readonly string[];
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly kind: 'file' | 'files' | 'value';
  /** A boolean has two options. */
  readonly options: readonly Option[];
}

/** @param taken long options that the command itself uses: an argument of that name becomes `--arguments.name`. */
export function toolOptions(schema: Schema, taken: ReadonlySet<string>): readonly ToolOption[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    optionsAt([name], member, { isRequired: schema.required?.includes(name) === true, taken }),
  );
}

interface Where {
  readonly isRequired: boolean;
  readonly taken: ReadonlySet<string>;
}

function optionsAt(path: readonly string[], schema: Schema, { isRequired, taken }: Where): ToolOption[] {
  const kind = kindOf(schema);
  const words = path.map(kebab).join('.');
  const long = taken.has(`--${words}`) || taken.has(`--no-${words}`) ? `arguments.${words}` : words;
  const own = { path, schema, isRequired, kind, options: optionsFor(long, schema, kind) };
  const inner = kind === 'value' && schema.type === 'object' ? Object.entries(schema.properties ?? {}) : [];
  return [own, ...inner.flatMap(([name, member]) => optionsAt([...path, name], member, { isRequired: false, taken }))];
}

const isFile = ({ type, properties }: Schema): boolean => type === 'object' && properties?.['fileId'] !== undefined;

function kindOf(schema: Schema): ToolOption['kind'] {
  if (isFile(schema)) return 'file';
  return schema.type === 'array' && schema.items !== undefined && isFile(schema.items) ? 'files' : 'value';
}

function optionsFor(long: string, schema: Schema, kind: ToolOption['kind']): readonly Option[] {
  const help = helpOf(schema);
  if (schema.type === 'boolean') return [new Option(`--${long}`, help), new Option(`--no-${long}`, 'turn it off')];
  if (kind === 'files') return [new Option(`--${long} <file...>`, help)];
  const option = new Option(`--${long} <${wordFor(schema, kind)}>`, help);
  // Only for help and completion; the schema reports an invalid choice.
  if (schema.enum !== undefined) option.argChoices = schema.enum.map((choice) => plain(String(choice)));
  return [option];
}

/** Elements that need no JSON. A list of words need not state its type. */
const isScalar = (items: Schema | undefined): items is Schema =>
  items?.enum !== undefined || (items?.type !== undefined && items.type !== 'object');

function wordFor({ type, enum: choices, items }: Schema, kind: ToolOption['kind']): string {
  if (kind === 'file') return 'file';
  if (choices !== undefined) return 'choice';
  if (type === 'array') return isScalar(items) ? 'list' : 'json';
  return type === 'object' ? 'json' : (type ?? 'json');
}

function helpOf({ description = '', title = '', minimum, maximum, default: usual }: Schema): string {
  const bounds = [minimum === undefined ? '' : `from ${minimum}`, maximum === undefined ? '' : `to ${maximum}`]
    .filter(Boolean)
    .join(' ');
  const facts = [bounds, usual === undefined ? '' : `default: ${JSON.stringify(usual)}`].filter(Boolean).join('; ');
  return plain(`${description === '' ? title : description}${facts === '' ? '' : ` (${facts})`}`);
}

export type Arguments = Readonly<Record<string, unknown>>;

/** The arguments from the options. Throws UsageError if a value must be JSON and is not. */
export function argumentsFrom(options: readonly ToolOption[], written: Readonly<Record<string, unknown>>): Arguments {
  const args: Record<string, unknown> = {};
  for (const option of options) {
    const [first] = option.options;
    const value = first === undefined ? undefined : written[first.attributeName()];
    if (value !== undefined) setAt(args, option.path, valueOf(option, value));
  }
  return args;
}

function setAt(into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) into[name] = value;
  else setAt((into[name] ??= {}) as Record<string, unknown>, rest, value);
}

function valueOf({ kind, schema, path }: ToolOption, written: unknown): unknown {
  if (kind === 'files') return (written as readonly string[]).map(reference);
  if (typeof written !== 'string') return written;
  return kind === 'file' ? reference(written) : parsed(written, schema, path);
}

const NUMBER = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** A value of the wrong type stays a string: the schema reports the expected type. */
function parsed(text: string, schema: Schema, path: readonly string[]): unknown {
  const { type, enum: choices, items } = schema;
  if (choices !== undefined) return choices.find((choice) => String(choice) === text) ?? text;
  if (type === 'integer' || type === 'number') return NUMBER.test(text) ? Number(text) : text;
  if (type === 'string') return text;
  if (type === 'array' && isScalar(items) && !text.startsWith('['))
    return text.split(',').map((each) => parsed(each.trim(), items, path));
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--${path.map(kebab).join('.')} must be JSON; it is "${text}"`);
  }
}

/**
 * Throws UsageError in the words of the schema, before anything is uploaded. If the schema cannot be read here, the
 * service validates.
 */
export function requireValid(args: Arguments, schema: Schema, words: (fields: Fields) => string): void {
  const fields = problems(args, schema);
  if (fields !== null) throw new UsageError(words(fields));
}

function problems(args: Arguments, schema: Schema): Fields | null {
  let read;
  try {
    read = compileReader<object>(schema);
  } catch {
    return null;
  }
  const checked = read(forChecking(args) as Parameters<typeof read>[0]);
  return checked.ok ? null : checked.fields;
}

/** Names a position in the arguments by its option. */
export function optionWords(tool: string, options: readonly ToolOption[]): (fields: Fields) => string {
  const named = (pointer: string): string => {
    if (pointer === '') return tool;
    const path = pointer.slice(1).split('/');
    const found = options.find((option) => option.path.join('/') === path.join('/'))?.options[0]?.long;
    return found ?? path.join('.');
  };
  return (fields) =>
    Object.entries(fields)
      .map(([pointer, reason]) => `${named(pointer)} ${reason}`)
      .join('; ');
}
