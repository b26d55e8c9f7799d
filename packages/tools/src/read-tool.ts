/** Reads a manifest that is to be published. Pure; takes 0.2 s of a processor, whatever the document is. */
import { SAMPLE_FILES } from '@farebox/catalog';
import type { FieldProblems } from '@farebox/contract';
import { readManifest, type ReadManifest, type ToolManifest } from '@farebox/manifest';

/** Bytes of canonical JSON, which the database limits too. It can be longer than the text: 9e15 is written with 16 digits. */
const CANONICAL_BYTES_MAX = 256 * 1024;

/** @param document as parsed from JSON or YAML, from anybody. */
export function readTool(document: unknown): ReadManifest {
  const read = readManifest(document, { samples: SAMPLE_FILES });
  const problems = read.ok ? publishingProblems(read) : {};
  return Object.keys(problems).length === 0 ? read : { ok: false, problems };
}

/** Why this release cannot offer a manifest that is right in itself. */
const publishingProblems = ({ canonical }: ToolManifest): FieldProblems =>
  Buffer.byteLength(canonical) > CANONICAL_BYTES_MAX
    ? { '': `is longer than ${CANONICAL_BYTES_MAX} bytes as canonical JSON: write a smaller document` }
    : {};
