/** The behaviour of download URLs on any store, tested over HTTP as a client does. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InvariantError, newId, systemClock } from '@farebox/kernel';
import type { ArtifactStore, DownloadOptions } from '../index.ts';
import { type Serving, serving } from './serving.fixture.ts';

const newKey = (): string =>
  `projects/${newId('project')}/executions/${newId('execution')}/0-0-${randomBytes(32).toString('hex')}`;
const png = (bytes: Buffer) => ({ mimeType: 'image/png', sizeBytes: bytes.length });

/** Registers the tests; `store` returns the prepared store once they run. */
export function downloadsSuite(store: () => ArtifactStore): void {
  let served: Serving;
  beforeAll(async () => void (served = await serving(store())));
  afterAll(async () => await served?.stop());
  const urlOf = (key: string, options: DownloadOptions = { ttlSeconds: 60, fileName: 'a', mimeType: 'image/png' }) =>
    served.downloads.urlOf(key, options);

  async function given(bytes = randomBytes(100)): Promise<{ key: string; bytes: Buffer }> {
    const key = newKey();
    await store().put(key, bytes, png(bytes));
    return { key, bytes };
  }

  test('a download URL needs no header and returns the bytes as an attachment of the given type and name', async () => {
    const { key, bytes } = await given(randomBytes(200_000));
    const before = Date.now();
    const options = { ttlSeconds: 300, fileName: 'a "b"\r\n../é.png', mimeType: 'image/png' };
    const { url, expiresAt } = urlOf(key, options);
    expect(expiresAt.getTime()).toBeGreaterThan(before + 298_000);
    expect(expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 300_000);
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="a__b___..__.png"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test.for([
    ['another object', (url: string, other: string) => `${other.split('?')[0]}?${url.split('?')[1]}`],
    [
      'a longer life',
      (url: string) =>
        url.replace(/(expires=|Expires=)(\d+)/i, (_, at: string, n: string) => at + String(Number(n) + 60)),
    ],
    ['another type', (url: string) => url.replace('image%2Fpng', 'text%2Fhtml')],
    ['another name', (url: string) => url.replace('name.png', 'evil.exe')],
    ['another signature', (url: string) => url.replace(/signature=..../i, (text) => `${text.slice(0, -4)}0000`)],
  ] as const)('a download URL changed to %s returns nothing', async ([, change]) => {
    const [mine, other] = [await given(), await given()];
    const download = { ttlSeconds: 60, fileName: 'name.png', mimeType: 'image/png' };
    const { url } = urlOf(mine.key, download);
    const changed = change(url, urlOf(other.key, download).url);
    expect(changed).not.toBe(url);
    const response = await fetch(changed);
    await response.arrayBuffer();
    expect(response.status).toBe(404);
  });

  test('a download URL returns a range of bytes, and states its position', async () => {
    const { key, bytes } = await given(randomBytes(1000));
    const { url } = urlOf(key);
    const part = async (range: string) => {
      const response = await fetch(url, { headers: { Range: range } });
      const body = Buffer.from(await response.arrayBuffer());
      return [response.status, response.headers.get('content-range'), bytes.indexOf(body), body.length];
    };
    expect(await part('bytes=0-9')).toEqual([206, 'bytes 0-9/1000', 0, 10]);
    expect(await part('bytes=990-')).toEqual([206, 'bytes 990-999/1000', 990, 10]);
    expect(await part('bytes=-7')).toEqual([206, 'bytes 993-999/1000', 993, 7]);
    expect(await part('bytes=500-5000')).toEqual([206, 'bytes 500-999/1000', 500, 500]);
    expect((await part('bytes=1000-'))[0]).toBe(416);
    expect(await part('lines=1-2')).toEqual([200, null, 0, 1000]);
  });

  test('a download URL is for reading only', async () => {
    const { key } = await given();
    const { url } = urlOf(key);
    for (const method of ['PUT', 'POST', 'DELETE']) expect((await fetch(url, { method })).ok).toBe(false);
    expect(await store().stat(key)).not.toBeNull();
  });

  test('a download URL of a missing object returns nothing', async () => {
    const response = await fetch(urlOf(newKey()).url);
    await response.arrayBuffer();
    expect(response.status).toBe(404);
  });

  test.for([0, -1, 1.5, 301])('a download URL for %d seconds is refused', (ttlSeconds) => {
    const download = { ttlSeconds, fileName: 'a', mimeType: 'image/png' };
    expect(() => urlOf(newKey(), download)).toThrow(InvariantError);
  });

  test('HEAD of a download URL has the same headers as GET, for the file and for a range of it', async () => {
    const { url } = urlOf((await given(randomBytes(300_000))).key);
    for (const headers of [{}, { Range: 'bytes=5-' }, { Range: 'bytes=300000-' }]) {
      const [got, head] = [await fetch(url, { headers }), await fetch(url, { method: 'HEAD', headers })];
      await got.arrayBuffer();
      expect(await head.text()).toBe('');
      expect(head.status).toBe(got.status);
      const said = ({ headers: all }: Response) =>
        [...all].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name));
      expect(said(head)).toEqual(said(got));
    }
  });

  test("a download URL does not reveal its object's key, in any encoding", async () => {
    const { key } = await given();
    const url = decodeURIComponent(urlOf(key).url);
    const sealed = Buffer.from(new URL(url).pathname.split('/').at(-1) ?? '', 'base64url').toString('latin1');
    for (const word of ['projects', ...key.split('/')]) expect(url + sealed).not.toContain(word);
    expect(urlOf(key).url.split('?')[0]).not.toBe(url.split('?')[0]);
  });

  test('a download URL of an empty object returns no bytes, and every range is beyond its end', async () => {
    const { url } = urlOf((await given(Buffer.alloc(0))).key);
    const [whole, part] = [await fetch(url), await fetch(url, { headers: { Range: 'bytes=0-' } })];
    expect([whole.status, await whole.text(), part.status]).toEqual([200, '', 416]);
  });

  test('an expired download URL returns nothing', async () => {
    const { key } = await given(Buffer.from('abc'));
    const past = served.withClock({ ...systemClock, now: () => new Date(Date.now() - 302_000) });
    const response = await fetch(past.urlOf(key, { ttlSeconds: 300, fileName: 'a', mimeType: 'image/png' }).url);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('abc');
  });
}
