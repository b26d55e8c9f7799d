/** Types of each tool's arguments, so that the compiler checks `run('image-resize', …)`. */
import { typesOf } from './types-of.ts';

export interface DescribedTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema 2020-12. */
  readonly inputSchema: object;
}

const HEAD =
  '/** Generated from a catalog by farebox-types; do not edit. The arguments of each tool, by tool name. */\n';

export async function toolTypes(tools: readonly DescribedTool[]): Promise<string> {
  const schemas = Object.fromEntries(tools.map(({ name, inputSchema }) => [name, plain(inputSchema)]));
  const document = { openapi: '3.1.0', info: { title: 'tools', version: '1' }, paths: {}, components: { schemas } };
  const described = await typesOf(document);
  const components = described.slice(described.indexOf('export interface components'));
  const own = components.slice(0, components.indexOf('\nexport type $defs'));
  return `${HEAD}${own}\n\nexport type Tools = components['schemas'];\n`;
}

/** Keywords that TypeScript types cannot express, also inside of `allOf` and `anyOf`. Only the gateway checks them. */
const UNSAID = new Set(['if', 'then', 'else', 'dependentSchemas', '$schema', 'pattern']);

function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (schema === null || typeof schema !== 'object') return schema;
  const entries = Object.entries(schema).filter(([name, value]) => !UNSAID.has(name) && !isCondition(name, value));
  return Object.fromEntries(entries.map(([name, value]) => [name, plain(value)]));
}

const isCondition = (name: string, value: unknown): boolean =>
  (name === 'allOf' || name === 'anyOf') && Array.isArray(value) && value.every(saysNoType);

const saysNoType = (part: unknown): boolean =>
  part !== null && typeof part === 'object' && !('type' in part) && !('enum' in part) && !('const' in part);
