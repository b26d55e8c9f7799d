/** Reads documents that describe APIs, and writes manifests for people to complete. */
import { parse, stringify } from 'yaml';
import type { JsonMembers } from '../manifest.ts';

const BYTES_MAX = 16 * 1024 * 1024;

export type ReadDocument =
  | { readonly ok: true; readonly document: unknown }
  | { readonly ok: false; readonly problem: string };

/** @param text JSON or YAML of at most 16 MiB, from a file of the reader's own machine. */
export function parseApiText(text: string): ReadDocument {
  if (text.length > BYTES_MAX) return { ok: false, problem: `is longer than ${BYTES_MAX} characters` };
  try {
    return { ok: true, document: JSON.parse(text) as unknown };
  } catch {
    return fromYaml(text);
  }
}

function fromYaml(text: string): ReadDocument {
  try {
    const document: unknown = parse(text, { uniqueKeys: false, logLevel: 'error' });
    return { ok: true, document };
  } catch (error) {
    return { ok: false, problem: `is neither JSON nor YAML: ${error instanceof Error ? error.message : 'error'}` };
  }
}

/** YAML without anchors, which manifests do not have. */
export const manifestText = (manifest: JsonMembers): string =>
  stringify(manifest, { aliasDuplicateObjects: false, lineWidth: 120 });
