/**
 * Models and hosts write numbers, booleans and objects as text: {"width": "800"}, {"arguments": "{\"width\": 800}"}. Where the
 * schema allows no text and the text has one meaning, that meaning is taken. Everything else stays as it was, and the
 * schema refuses it.
 */
import { type JsonObject, parseJson } from '@farebox/contract';

/** The part of JSON Schema that decides. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** Never changes `value`; returns it if nothing is understood better. */
export function understood(value: unknown, schema: Schema): unknown {
  const branches = branchesOf(schema);
  if (typeof value === 'string') return ofText(value, branches);
  if (Array.isArray(value)) return ofArray(value, branches);
  return isObject(value) ? ofObject(value, branches) : value;
}

/** One schema for each choice; each has also what its parent demands. */
function branchesOf({ anyOf, oneOf, ...parent }: Schema): readonly Schema[] {
  const choices = [...(anyOf ?? []), ...(oneOf ?? [])];
  return choices.length === 0 ? [parent] : choices.flatMap((choice) => branchesOf(both(parent, choice)));
}

/** A choice may repeat a member only to require it, without its type. */
function both(parent: Schema, choice: Schema): Schema {
  const own = Object.entries(choice.properties ?? {}).map(([name, schema]): readonly [string, Schema] => [
    name,
    { ...parent.properties?.[name], ...schema },
  ]);
  const properties: Readonly<Record<string, Schema>> = { ...parent.properties, ...Object.fromEntries(own) };
  return { ...parent, ...choice, properties };
}

/** A text that any branch accepts as a text keeps its meaning, as does a text with two. */
function ofText(text: string, branches: readonly Schema[]): unknown {
  if (branches.some((branch) => allows(branch, 'string'))) return text;
  return onlyOf(
    branches.flatMap((branch) => meaningsOf(text, branch)),
    text,
  );
}

/** The value as it was written if the meanings differ or if there is none. */
function onlyOf(meanings: readonly unknown[], written: unknown): unknown {
  const different = [...new Map(meanings.map((each) => [JSON.stringify(each), each])).values()];
  return different.length === 1 ? different[0] : written;
}

function meaningsOf(text: string, branch: Schema): readonly unknown[] {
  const value = written(text);
  if (value === undefined) return [];
  // "5.0" may be an amount of money, so no whole number is read from it.
  const kind = typeof value === 'number' && text.includes('.') ? 'number' : kindOf(value);
  return allows(branch, kind) && isListed(branch, value) ? [understood(value, branch)] : [];
}

const isListed = ({ enum: words, const: constant }: Schema, value: unknown): boolean =>
  (words === undefined || words.includes(value)) && (constant === undefined || constant === value);

/** Only plain notations: "1e3", "0x10", "1,000", "$5", "+5", "007" and " 5" are not taken. */
const PLAIN = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?|\s*[[{][^]*)$/;

/** The value that the text states in JSON; undefined if it is no JSON of one meaning. */
function written(text: string): unknown {
  if (!PLAIN.test(text)) return undefined;
  try {
    return parseJson(Buffer.from(text)); // refuses duplicate members and numbers that lose precision
  } catch {
    return undefined;
  }
}

type Kind = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as 'string' | 'boolean' | 'object';
}

/** A schema that states no type, constant or list allows everything. */
function allows({ type, const: constant, enum: words }: Schema, kind: Kind): boolean {
  if (constant !== undefined) return isOf(kind, [kindOf(constant)]);
  if (words !== undefined) return isOf(kind, words.map(kindOf));
  return type === undefined || isOf(kind, [type].flat());
}

const isOf = (kind: Kind, types: readonly string[]): boolean =>
  types.includes(kind) || (kind === 'integer' && types.includes('number'));

function ofArray(values: readonly unknown[], branches: readonly Schema[]): unknown {
  const lists = branches.filter((branch) => allows(branch, 'array'));
  const meanings = lists.map(({ items }) => (isObject(items) ? values.map((each) => understood(each, items)) : values));
  return onlyOf(meanings, values);
}

/** Branches that the members do not fit have no say. */
function ofObject(value: JsonObject, branches: readonly Schema[]): unknown {
  const fitting = branches.filter((branch) => allows(branch, 'object') && fits(value, branch));
  return onlyOf(
    fitting.map((branch) => membersOf(value, branch)),
    value,
  );
}

const membersOf = (value: JsonObject, branch: Schema): JsonObject =>
  Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const schema = memberOf(branch, name);
      return [name, schema === undefined ? member : understood(member, schema)];
    }),
  );

const fits = (value: JsonObject, branch: Schema): boolean =>
  Object.entries(value).every(([name, member]) => {
    const schema = memberOf(branch, name);
    if (schema === undefined) return branch.additionalProperties !== false;
    return schema.const === undefined || schema.const === member;
  });

function memberOf({ properties = {}, patternProperties = {}, additionalProperties }: Schema, name: string) {
  if (Object.hasOwn(properties, name)) return properties[name];
  const matching = Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern).test(name));
  return matching?.[1] ?? (isObject(additionalProperties) ? additionalProperties : undefined);
}

/** Whether any text in it could mean a number, a boolean or an object. */
export function hasTyped(value: unknown): boolean {
  if (typeof value === 'string') return PLAIN.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasTyped);
}

/** The arguments of a call that a host wrote as one text; none if the text is empty. */
export function asArguments(given: unknown): unknown {
  if (given === null || given === '') return {};
  return typeof given === 'string' ? understood(given, { type: 'object' }) : given;
}

/** A message of the protocol, in which the arguments of a tool call are an object where that is what the host meant. */
export function withArguments<M>(message: M): M {
  const { method, params } = (isObject(message) ? message : {}) as { method?: unknown; params?: unknown };
  if (method !== 'tools/call' || !isObject(params) || !Object.hasOwn(params, 'arguments')) return message;
  return { ...message, params: { ...params, arguments: asArguments(params['arguments']) } };
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
