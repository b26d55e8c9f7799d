/**
 * Writes a manifest for one tool of an MCP server. It has what the server states; the rest is left out, so that reading the
 * manifest names it. Pure.
 */
import { isObject, memberOf } from '@farebox/price-rules';
import { MANIFEST_LIMITS } from '../limits.ts';
import type { JsonMembers } from '../json.ts';
import { exampleOf, type Imported, NOTES_MAX } from './openapi.ts';
import { textAt } from './resolve.ts';
import { type Restating, restated, ROOT, SCHEMAS_MAX } from './schema.ts';

export interface ImportingMcp {
  /** The address of the server. */
  readonly url: string;
  /** The name of the tool at Farebox. */
  readonly name: string;
  /** The name of a secret, if the server needs a key. */
  readonly secret?: string;
}

/** @param tool as `tools/list` has it, from anybody. */
export function importMcpTool(tool: unknown, { url, name, secret }: ImportingMcp): Imported {
  const listed = isObject(tool) ? tool : {};
  const called = textAt(listed, 'name');
  if (called === null) return { ok: false, problem: 'has a tool without a name' };
  const notes: string[] = [];
  const files: Restating['files'] = new Map();
  const input = restated(listed['inputSchema'], ROOT, {
    document: listed['inputSchema'],
    use: 'input',
    files,
    left: { schemas: SCHEMAS_MAX },
    note(at, note) {
      if (notes.length < NOTES_MAX) notes.push(`${at === '' ? 'the input' : at} ${note}`);
    },
  });
  const arguments_ = input === null || input['type'] !== 'object' ? NO_ARGUMENTS : { ...NO_ARGUMENTS, ...input };
  const title = (textAt(listed, 'title') ?? called).replaceAll(/\s+/g, ' ').slice(0, MANIFEST_LIMITS.titleCharacters);
  return {
    ok: true,
    notes,
    manifest: {
      farebox: 1,
      name,
      title,
      description: (textAt(listed, 'description') ?? title).slice(0, MANIFEST_LIMITS.descriptionCharacters),
      input: arguments_,
      example: exampleOf(arguments_, undefined),
      ...(files.size === 0 ? {} : { files: Object.fromEntries([...files.keys()].map((pointer) => [pointer, {}])) }),
      ...outputOf(listed['outputSchema']),
      runner: {
        kind: 'mcp',
        url,
        ...(secret === undefined ? {} : { secret }),
        tool: called,
        ...(memberOf(listed['annotations'], 'idempotentHint') === true ? { idempotent: true } : {}),
        ...(files.size === 0 ? {} : { files: 'base64' }),
      },
    },
  };
}

const NO_ARGUMENTS: JsonMembers = { type: 'object', additionalProperties: false, properties: {} };

function outputOf(schema: unknown): JsonMembers {
  if (!isObject(schema)) return {};
  const left = { schemas: SCHEMAS_MAX };
  const result = restated(schema, ROOT, { document: schema, use: 'result', files: new Map(), left, note: () => {} });
  return result === null ? {} : { output: { result } };
}
