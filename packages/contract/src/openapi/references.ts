/** Replaces every named schema (`$id`) by a reference into `components.schemas`, and collects these schemas. */

import { USE_OF } from '../schemas/primitives.ts';

type Json = Readonly<Record<string, unknown>>;

export interface References {
  /** The schema as it appears in the document. */
  readonly refer: (schema: unknown) => unknown;
  /** The named schemas found so far, by name. */
  readonly collected: () => Json;
}

export function schemaReferences(): References {
  const components: Record<string, unknown> = {};

  function inline(schema: object): unknown {
    const entries = Object.entries(schema).filter(([key]) => key !== '$id');
    return Object.fromEntries(entries.map(([key, value]) => [key, refer(value)]));
  }

  function refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(refer);
    if (typeof schema !== 'object' || schema === null) return schema;
    if (USE_OF in schema) return { ...(refer(schema[USE_OF]) as object), description: (schema as Json)['description'] };
    const name = (schema as { $id?: unknown }).$id;
    if (typeof name !== 'string') return inline(schema);
    components[name] ??= inline(schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  return {
    refer,
    collected: () => Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
