/**
 * Turns a field of a request into an option of a command: its name, its placeholder, and the conversion to JSON. All of
 * it comes from the schema.
 */
import { Option } from 'commander';
import type { TSchema } from 'typebox';
import type { Environment } from '../options.ts';
import { UsageError } from '../program/exit-codes.ts';
import { givenText } from '../program/given-file.ts';
import { microsFrom } from './usd.ts';
import { kebab } from './words.ts';

export interface Field {
  /** Name in the request. */
  readonly name: string;
  readonly isRequired: boolean;
  readonly option: Option;
  /** Converts the value of the option. Throws UsageError. */
  readonly valueOf: (given: unknown) => unknown;
}

/** The parts of JSON Schema that request schemas use. */
interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

const MICROS = /Micros$/;
/** Names of options that every command has, which fields may not use. */
const RESERVED = new Set([
  'all',
  'as',
  'data-dir',
  'field',
  'field',
  'help',
  'json',
  'kept',
  'organization',
  'profile',
  'project',
  'yes',
]);

/** Fields of an object schema. Relative paths start at the folder that `env` names. */
export function fieldsOf(schema: TSchema | undefined, env: Environment): readonly Field[] {
  const { properties = {}, required = [] } = (schema ?? {}) as Schema;
  return Object.entries(properties).map(([name, property]) =>
    fieldOf(name, property, { isRequired: required.includes(name), env }),
  );
}

interface FieldContext {
  readonly isRequired: boolean;
  readonly env: Environment;
}

function fieldOf(name: string, schema: Schema, { isRequired, env }: FieldContext): Field {
  const isNullable = schema.anyOf?.some(({ type }) => type === 'null') ?? false;
  const forms = (schema.anyOf ?? [schema]).filter(({ type }) => type !== 'null');
  const [inner = schema] = forms;
  const isAmount = MICROS.test(name);
  const short = kebab(name.replace(MICROS, ''));
  const long = RESERVED.has(short) ? `--its-${short}` : `--${short}`;
  const isDocument = forms.length > 1 && forms.some(({ type }) => type === 'string');
  const kind = isDocument ? documentOf(env) : kindOf(inner, { isAmount, isRequired, env });
  const option = new Option(
    `${long}${kind.takes}`,
    describe(isAmount ? schema.description : (schema.description ?? inner.description), { isNullable, isRequired }),
  );
  if (isRequired) option.makeOptionMandatory();
  if (kind.choices !== undefined) option.choices(isNullable ? [...kind.choices, NONE] : [...kind.choices]);
  const valueOf = (given: unknown): unknown =>
    isNullable && String(given) === NONE ? null : kind.valueOf(given, long);
  return { name, isRequired, option, valueOf };
}

/** Text that stands for null on the command line. */
const NONE = 'none';

function describe(description: string | undefined, { isNullable, isRequired }: Stands): string {
  const [first = ''] = (description ?? '').split('\n');
  return [first, isNullable ? `("${NONE}" for none)` : '', isRequired ? '(required)' : ''].filter(Boolean).join(' ');
}

interface Stands {
  readonly isNullable: boolean;
  readonly isRequired: boolean;
}

interface Kind {
  /** Placeholder after the flag, with a leading space. */
  readonly takes: string;
  readonly choices?: readonly string[];
  readonly valueOf: (given: unknown, long: string) => unknown;
}

function kindOf(schema: Schema, { isAmount, isRequired, env }: FieldContext & { readonly isAmount: boolean }): Kind {
  if (isAmount) return { takes: ' <usd>', valueOf: (given, long) => microsFrom(String(given), long) };
  switch (schema.type) {
    case 'integer':
    case 'number':
      return { takes: ' <number>', valueOf: numberOf };
    case 'boolean': {
      // An optional boolean needs no value: the flag alone means true.
      const takes = isRequired ? ' <boolean>' : ' [boolean]';
      return { takes, choices: ['true', 'false'], valueOf: (given) => given === true || given === 'true' };
    }
    case 'array':
      return listOf(schema, env);
    case 'object':
      return { takes: ' <file>', valueOf: (given, long) => jsonOf(String(given), long, env) };
    default:
      return {
        takes: ' <text>',
        ...(schema.enum === undefined ? {} : { choices: schema.enum }),
        valueOf: (given) => given,
      };
  }
}

function listOf({ items = {} }: Schema, env: Environment): Kind {
  if (items.type === 'object') return { takes: ' <file>', valueOf: (given, long) => jsonOf(String(given), long, env) };
  return {
    takes: ' <words...>',
    ...(items.enum === undefined ? {} : { choices: items.enum }),
    valueOf: (given) => given,
  };
}

function numberOf(given: unknown, long: string): number {
  const text = String(given);
  if (!/^-?\d{1,15}(\.\d{1,6})?$/.test(text)) throw new UsageError(`${long} must be a number; it is "${text}"`);
  return Number(text);
}

/** An object that may also be sent as text, such as YAML: the file as it is. */
const documentOf = (env: Environment): Kind => ({
  takes: ' <file>',
  valueOf: (given) => givenText(String(given), env),
});

/** Reads a JSON file, or standard input for `-`, for values that are too large for the command line. */
function jsonOf(path: string, long: string, env: Environment): unknown {
  const text = givenText(path, env);
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${long}: ${path} contains no JSON`);
  }
}
