/** Prints schemas of the OpenAPI document as typed dictionaries of Python, which need nothing newer than Python 3.10. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
}

export type Schemas = Readonly<Record<string, Schema>>;

/** Returns the declaration of each name and of each schema that it refers to, a schema after those that it needs. */
export function pythonTypes(names: readonly string[], schemas: Schemas): ReadonlyMap<string, string> {
  const made = new Map<string, string>();
  const begun = new Set<string>();
  const declare = (name: string): void => {
    if (begun.has(name)) return;
    begun.add(name);
    const schema = schemas[name];
    if (schema === undefined) throw new Error(`the OpenAPI document has no schema ${name}`);
    const declared = schema.properties === undefined ? aliasOf(name, schema, refer) : classOf(name, schema, refer);
    made.set(name, declared);
  };
  const refer: Refer = (name) => {
    const schema = schemas[name];
    if (schema !== undefined && isPlain(schema)) return typeOf(schema, refer);
    declare(name);
    return name;
  };
  names.forEach(declare);
  return made;
}

/** Declares a schema and returns the type that stands for it. */
type Refer = (name: string) => string;

/** A text or a number without closed list: its name would say no more than `str`. */
const isPlain = ({ enum: values, oneOf, anyOf, properties }: Schema): boolean =>
  (values ?? oneOf ?? anyOf ?? properties) === undefined;

function aliasOf(name: string, schema: Schema, refer: Refer): string {
  const options = schema.oneOf ?? schema.anyOf;
  const type =
    options === undefined ? typeOf(schema, refer) : `Union[${options.map((each) => typeOf(each, refer)).join(', ')}]`;
  return `${name} = ${type}\n${docstring(schema.description, '')}`;
}

/** Optional members stand in a class of their own: `NotRequired` is newer than Python 3.10. */
function classOf(name: string, schema: Schema, refer: Refer): string {
  const members = Object.entries(schema.properties ?? {});
  const required = members.filter(([member]) => schema.required?.includes(member) === true);
  const optional = members.filter(([member]) => schema.required?.includes(member) !== true);
  const described = docstring(schema.description, '    ');
  if (optional.length === 0) return `class ${name}(TypedDict):\n${described}${fieldsOf(required, refer)}`;
  if (required.length === 0) return `class ${name}(TypedDict, total=False):\n${described}${fieldsOf(optional, refer)}`;
  const base = `class _${name}Required(TypedDict):\n${fieldsOf(required, refer)}`;
  return `${base}\n\nclass ${name}(_${name}Required, total=False):\n${described}${fieldsOf(optional, refer)}`;
}

const fieldsOf = (members: readonly (readonly [string, Schema])[], refer: Refer): string =>
  members
    .map(([name, schema]) => `    ${name}: ${typeOf(schema, refer)}\n${docstring(schema.description, '    ')}`)
    .join('');

function typeOf(schema: Schema, refer: Refer): string {
  if (schema.$ref !== undefined) return refer(schema.$ref.replace('#/components/schemas/', ''));
  if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
  if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(', ')}]`;
  const options = schema.oneOf ?? schema.anyOf;
  if (options !== undefined) return options.map((each) => typeOf(each, refer)).join(' | ');
  switch (schema.type) {
    case 'array':
      return `list[${typeOf(schema.items ?? {}, refer)}]`;
    case 'object':
      return mappingOf(schema, refer);
    case 'string':
      return 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    case undefined:
      return 'Any';
    default:
      throw new Error(`no type of Python for ${schema.type}`);
  }
}

function mappingOf({ properties, additionalProperties: values }: Schema, refer: Refer): string {
  if (properties !== undefined) throw new Error(`an object without a name: ${Object.keys(properties).join()}`);
  return `dict[str, ${typeof values === 'object' ? typeOf(values, refer) : 'Any'}]`;
}

const literal = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : quoted(String(value));

/** A text literal of Python. */
export const quoted = (text: string): string =>
  text.includes("'") ? JSON.stringify(text) : `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')}'`;

function docstring(text: string | undefined, indent: string): string {
  if (text === undefined) return '';
  if (text.includes('\\') || text.includes('"""')) throw new Error(`not a text of a docstring: ${text}`);
  const lines = text.split('\n').map((line) => line.trim());
  return `${indent}"""${lines.join(`\n${indent}`)}"""\n`;
}
