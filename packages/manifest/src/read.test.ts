/** The manifest of the design is accepted, frozen, and identified by its content. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Manifest, parseManifestText, type ToolManifest } from './index.ts';
import { MANIFEST_LIMITS } from './limits.ts';
import { read, readTextDocument, withValue } from './testing/read-text.ts';

function accepted(document: unknown): ToolManifest {
  const result = read(document);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result;
}

test('the example of the design is a manifest with a bound and a schema of its arguments', () => {
  const result = read(readTextDocument());
  expect(result).toMatchObject({
    ok: true,
    manifest: { name: 'acme-read-text', runner: { kind: 'http', secret: 'acme-runner' } },
    rule: { unitsMax: 40n, chargeMaxMicros: 32_000n },
    inputSchema: {
      properties: { source: { title: 'Picture', properties: { fileId: { type: 'string', maxLength: 64 } } } },
    },
  });
});

test('the digest is the SHA-256 of the canonical JSON', () => {
  const result = accepted(readTextDocument());
  expect(result.digest).toBe(createHash('sha256').update(result.canonical).digest('hex'));
  expect(JSON.parse(result.canonical)).toEqual(result.manifest);
  expect(result.canonical.startsWith('{"category":"image","description":')).toBe(true);
});

test('another content has another digest', () => {
  const digests = [
    readTextDocument(),
    withValue(readTextDocument(), '/price/unitPriceMicros', 801),
    withValue(readTextDocument(), '/title', 'Read texts'),
    withValue(readTextDocument(), '/output/artifacts', undefined),
  ].map((document) => accepted(document).digest);
  expect(new Set(digests).size).toBe(4);
});

test('a manifest that was read cannot be changed, and does not change with its document', () => {
  const document = readTextDocument();
  const { manifest }: { readonly manifest: Manifest } = accepted(document);
  (document['price'] as Record<string, unknown>)['unitPriceMicros'] = 1;
  expect(manifest.price.unitPriceMicros).toBe(800);
  expect(() => Object.assign(manifest.price, { unitPriceMicros: 1 })).toThrow(TypeError);
  expect(() => Object.assign(manifest.input, { type: 'array' })).toThrow(TypeError);
});

describe('docs/manifest.md', () => {
  const page = readFileSync(new URL('../../../docs/manifest.md', import.meta.url), 'utf8');

  test('shows a manifest that is accepted', () => {
    const [, text = ''] = /```yaml\n([^`]+)```/.exec(page) ?? [];
    expect(parseManifestText(text)).toMatchObject({ ok: true });
    const parsed = parseManifestText(text);
    expect(read(parsed.ok ? parsed.document : null)).toMatchObject({ ok: true });
  });

  test.for(Object.entries(MANIFEST_LIMITS).filter(([name]) => name !== 'textBytes'))(
    'states the limit %s: %d',
    ([, limit]) => {
      expect(page).toMatch(new RegExp(`(?<![\\d,])${limit.toLocaleString('en-US')}(?![\\d,]*\\d)`));
    },
  );
});
