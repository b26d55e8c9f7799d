/** A shared body is compressed once for each coding, however many requests ask for it at the same time. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ENCODINGS, sharedBody } from './shared-body.ts';

const TEXT = JSON.stringify({ data: 'Größe × Preis '.repeat(1_000) });

test('every coding contains the same text', async () => {
  const body = sharedBody(TEXT);
  expect(body.text()).toBe(TEXT);
  expect((await body.bytesIn('identity')).toString()).toBe(TEXT);
  expect(gunzipSync(await body.bytesIn('gzip')).toString()).toBe(TEXT);
  expect(brotliDecompressSync(await body.bytesIn('br')).toString()).toBe(TEXT);
});

test('a coding is made once, also by requests of the same moment', async () => {
  const body = sharedBody(TEXT);
  for (const encoding of ENCODINGS) {
    const [first, second] = await Promise.all([body.bytesIn(encoding), body.bytesIn(encoding)]);
    expect(second).toBe(first);
    expect(await body.bytesIn(encoding)).toBe(first);
  }
});

test('codings have different tags, equal content has equal tags, and other content has others', () => {
  const tags = (text: string) => ENCODINGS.map((encoding) => sharedBody(text).etagOf(encoding));
  expect(tags(TEXT)).toEqual(tags(TEXT));
  const all = [...tags(TEXT), ...tags(`${TEXT} `)];
  expect(new Set(all).size).toBe(all.length);
  for (const tag of all) expect(tag).toMatch(/^"[\w-]+"$/);
});

test('the memory of a body is at least that of its bytes in all codings', async () => {
  for (const text of [TEXT, '{}']) {
    const body = sharedBody(text);
    const bytes = await Promise.all(ENCODINGS.map((encoding) => body.bytesIn(encoding)));
    expect(body.memoryBytesMax).toBeGreaterThanOrEqual(bytes.reduce((sum, { length }) => sum + length, 0));
  }
});
