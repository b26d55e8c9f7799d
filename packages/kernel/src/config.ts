/**
 * Configuration fields. An app declares its fields once. All problems are reported together before the app listens on
 * any port, and secrets are printed redacted. An unknown FAREBOX_ variable is refused, because its author expects an
 * effect.
 */

import { secretsIn } from './secrets.ts';

export interface Field<T> {
  readonly variable: string;
  readonly description: string;
  /** The text in .env.example; undefined if the variable must be set. */
  readonly defaultText: string | undefined;
  readonly secret: boolean;
  /** Throws an Error whose message completes "VARIABLE …". */
  readonly parse: (text: string) => T;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;
export type Config<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(
      `Configuration has ${problems.length} problem(s):\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.problems = problems;
  }
}

interface FieldOptions {
  readonly description: string;
  readonly default?: string;
  readonly secret?: boolean;
}

function field<T>(variable: string, options: FieldOptions, parse: (text: string) => T): Field<T> {
  const { description, default: defaultText, secret = false } = options;
  return { variable, description, defaultText, secret, parse };
}

interface TextOptions extends FieldOptions {
  /** A shorter secret could be guessed. */
  readonly lengthMin?: number;
}

export const text = (variable: string, options: TextOptions): Field<string> =>
  field(variable, options, (value) => longEnough(value, options));

/** A comma-separated list of secrets; see secrets.ts. The value is the whole text. */
export const secretList = (variable: string, options: TextOptions): Field<string> =>
  field(variable, { ...options, secret: true }, (value) => listed(value, options));

/** Empty means "not set": the field is undefined. */
export const optionalSecretList = (variable: string, options: TextOptions): Field<string | undefined> =>
  field(variable, { default: '', ...options, secret: true }, (value) =>
    value === '' ? undefined : listed(value, options),
  );

function listed(value: string, { lengthMin = 0 }: TextOptions): string {
  const secrets = secretsIn(value);
  if (secrets.some((each) => each !== each.trim())) throw new Error('must have no space beside a comma');
  if (secrets.some((each) => each.length < lengthMin))
    throw new Error(`must be secrets of at least ${lengthMin} characters each, separated by commas`);
  if (new Set(secrets).size < secrets.length) throw new Error('must not name a secret twice');
  return value;
}

/** Empty means "not set": the field is undefined. */
export const optionalText = (variable: string, options: TextOptions): Field<string | undefined> =>
  field(variable, { default: '', ...options }, (value) => (value === '' ? undefined : longEnough(value, options)));

/** `name=value`, split at the first equals sign. Empty means "not set". */
export const optionalPair = (
  variable: string,
  options: FieldOptions,
): Field<{ readonly name: string; readonly value: string } | undefined> =>
  field(variable, { default: '', ...options }, (value) => {
    if (value === '') return undefined;
    const [, name, of] = /^([^=]+)=(.+)$/s.exec(value) ?? [];
    if (name === undefined || of === undefined) throw new Error('must be a name, an equals sign and a value');
    return { name, value: of };
  });

function longEnough(value: string, { lengthMin = 0 }: TextOptions): string {
  if (value.length < lengthMin) throw new Error(`must have at least ${lengthMin} characters`);
  return value;
}

export function integer(
  variable: string,
  options: FieldOptions & { readonly min: number; readonly max: number },
): Field<number> {
  return field(variable, options, (value) => {
    const number = /^-?\d+$/.test(value) ? Number(value) : NaN;
    if (!(number >= options.min && number <= options.max)) {
      throw new Error(`must be an integer from ${options.min} to ${options.max}`);
    }
    return number;
  });
}

export const port = (variable: string, options: FieldOptions): Field<number> =>
  integer(variable, { ...options, min: 0, max: 65535 });

export function choice<const T extends string>(
  variable: string,
  options: FieldOptions & { readonly of: readonly T[] },
): Field<T> {
  return field(variable, options, (value) => {
    const found = options.of.find((each) => each === value);
    if (found === undefined) throw new Error(`must be one of ${options.of.join(', ')}`);
    return found;
  });
}

export const flag = (variable: string, options: FieldOptions): Field<boolean> =>
  field(variable, options, (value) => {
    if (value !== 'true' && value !== 'false') throw new Error('must be true or false');
    return value === 'true';
  });

export function url(variable: string, options: FieldOptions & { readonly protocols: readonly string[] }): Field<URL> {
  return field(variable, options, (value) => parseUrl(value, options.protocols));
}

/** Empty means "not set": the field is undefined. */
export function optionalUrl(
  variable: string,
  options: FieldOptions & { readonly protocols: readonly string[] },
): Field<URL | undefined> {
  return field(variable, { default: '', ...options }, (value) =>
    value === '' ? undefined : parseUrl(value, options.protocols),
  );
}

function parseUrl(value: string, protocols: readonly string[]): URL {
  const parsed = URL.parse(value);
  if (parsed === null || !protocols.includes(parsed.protocol)) {
    throw new Error(`must be a URL that starts with ${protocols.map((each) => `${each}//`).join(' or ')}`);
  }
  return parsed;
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/** `host` or `host:port`, separated by commas; read in lower case. */
export const hostList = (variable: string, description: string): Field<readonly string[]> =>
  field(variable, { default: '', description }, (value) => {
    const hosts = value
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter((host) => host !== '');
    const wrong = hosts.filter((host) => !HOST.test(host));
    if (wrong.length > 0) throw new Error(`contains invalid hosts: ${wrong.join(', ')}`);
    return hosts;
  });

/**
 * Reads `fields` from `env`. Throws ConfigError with every problem at once.
 * `known` names further FAREBOX_ variables that other apps of the same deployment read.
 */
export function readConfig<F extends Fields>(
  fields: F,
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[] = [],
): Config<F> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(fields)) {
    const value = env[each.variable] ?? each.defaultText;
    if (value === undefined) {
      problems.push(`${each.variable} is not set: ${each.description}`);
      continue;
    }
    try {
      values[name] = each.parse(value);
    } catch (error) {
      const shown = each.secret ? '(redacted)' : JSON.stringify(value);
      problems.push(`${each.variable} ${(error as Error).message}; it is ${shown}`);
    }
  }
  const expected = new Set([...Object.values(fields).map(({ variable }) => variable), ...known]);
  for (const variable of Object.keys(env)) {
    if (variable.startsWith('FAREBOX_') && !expected.has(variable))
      problems.push(`${variable} is not a setting of Farebox`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return values as Config<F>;
}
