/** The manifest of the design, as text, and the samples that it names. */
import { parseManifestText, readManifest, type ReadManifest, type SampleFile } from '../index.ts';

const SAMPLES: readonly SampleFile[] = [
  { id: 'file_sample_photo', mimeType: 'image/jpeg', sizeBytes: 400_000, width: 1600, height: 1067 },
  { id: 'file_sample_speech', mimeType: 'audio/wav', sizeBytes: 150_000, durationSeconds: 4.6 },
];

const READ_TEXT = `# A tool that reads text in pictures.
farebox: 1
name: acme-read-text
title: Read text
description: Finds printed text in a picture and returns it line by line with boxes. Charged by the started megapixel.
category: image
input:                        # JSON Schema 2020-12, closed
  type: object
  additionalProperties: false
  required: [source]
  properties:
    source: { title: Picture, $ref: "farebox:file" }
    languages: { title: Languages, type: array, maxItems: 4, items: { enum: [en, de, fr] }, default: [en] }
example: { source: { fileId: file_sample_photo } }
files:
  /source: { mimeTypes: [image/jpeg, image/png], pixelsMax: 40000000 }
output:
  result: { type: object }
  artifacts: []
price:
  unit: megapixel
  unitPriceMicros: 800
  minimumChargeMicros: 1000
  units: { ceil: { div: [ { fact: /source, of: pixels }, 1000000 ] } }
  onFailure: none
runner:
  kind: http
  url: https://gpu.acme.example/farebox/v1
  secret: acme-runner
  idempotent: true
  maxRuntimeSeconds: 120
  concurrency: 8
test:
  simulate: { result: { lines: [] }, units: 2 }
  cases:
    - arguments: { source: { fileId: file_sample_photo } }
      expect: { units: 2, result: { lines: { minItems: 0 } } }
`;

type Members = Record<string, unknown>;

/** A changeable copy of the document. */
export function readTextDocument(): Members {
  const parsed = parseManifestText(READ_TEXT);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.document as Members;
}

export const read = (document: unknown): ReadManifest => readManifest(document, { samples: SAMPLES });

/** The problems of a document; empty if there are none. */
export function problemsOf(document: unknown): Readonly<Record<string, string>> {
  const result = read(document);
  return result.ok ? {} : result.problems;
}

/**
 * The document with another value at a JSON Pointer.
 * @param value undefined removes the member.
 */
export function withValue(document: unknown, pointer: string, value: unknown): unknown {
  if (pointer === '') return value;
  const changed = structuredClone(document) as Members;
  const parts = pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const name = parts.pop() ?? '';
  const parent = parts.reduce((at, part) => at[part] as Members, changed);
  if (value === undefined) Reflect.deleteProperty(parent, name);
  else parent[name] = value;
  return changed;
}
