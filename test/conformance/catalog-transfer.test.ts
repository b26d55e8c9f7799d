/** How the catalog travels: compressed, only with the requested fields, and not again if the client has it already. */
// Modes: embedded.
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { connect, gatewayUrl } from './client/connect.ts';
import { identitiesOf } from './client/identities.ts';
import type { Catalog } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);

interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  /** As received, not decompressed. */
  readonly bytes: Buffer;
}

/** Sends no header that `fetch` adds. */
async function received(headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Received> {
  const sent = request(`${gatewayUrl()}/tools`, {
    method,
    headers: { Authorization: `Bearer ${keys.key}`, ...headers },
  });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
}

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  none: (bytes) => bytes,
};
const codingOf = ({ headers }: Received): string => headers['content-encoding'] ?? 'none';
const catalogIn = (reply: Received): Catalog =>
  (JSON.parse(String(DECODERS[codingOf(reply)]?.(reply.bytes))) as { data: Catalog }).data;
/** Durations may be measured between two requests. */
const withoutDurations = ({ tools, ...rest }: Catalog): object => ({
  ...rest,
  tools: tools.map(({ typicalSeconds: _, models, ...tool }) => ({
    ...tool,
    models: models.map(({ typicalSeconds: __, ...model }) => model),
  })),
});

// contract 4: "the body is compressed by br or gzip if Accept-Encoding accepts it; a coding with q=0 is never used. The highest weight wins, then br before gzip."
// contract 4: "Without the header, and if it accepts neither, the body is not compressed."
test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0.1, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', 'none'],
  ['br;q=0, *', 'gzip'],
  ['identity', 'none'],
  ['deflate', 'none'],
  [undefined, 'none'],
])('a client that accepts %j receives the catalog with the coding %s', async (accepted, coding) => {
  const reply = await received(accepted === undefined ? {} : { 'Accept-Encoding': accepted });
  expect([reply.status, codingOf(reply)]).toEqual([200, coding]);
  expect(reply.headers['content-length']).toBe(String(reply.bytes.length));
  expect(withoutDurations(catalogIn(reply))).toEqual(withoutDurations((await client.get<Catalog>('/tools')).data));
});

// contract 4: "the body is compressed by br or gzip"
test('a compressed catalog is at most a sixth as large', async () => {
  const plain = (await received()).bytes.length;
  for (const coding of ['br', 'gzip'])
    expect((await received({ 'Accept-Encoding': coding })).bytes.length, coding).toBeLessThan(plain / 6);
});

// contract 4: "Vary contains Accept-Encoding."
// contract 4: "ETag is a strong validator: the tag is the same as long as the content and the coding are the same."
test('codings have different strong tags, and the tag of a coding stays', async () => {
  const codings = ['br', 'gzip', 'identity'];
  const tags: string[] = [];
  for (const coding of [...codings, ...codings]) {
    const { headers } = await received({ 'Accept-Encoding': coding });
    expect(headers.vary).toBe('Accept-Encoding');
    expect(headers.etag).toMatch(/^"[\w-]+"$/);
    tags.push(String(headers.etag));
  }
  expect(tags.slice(0, 3)).toEqual(tags.slice(3));
  expect(new Set(tags).size).toBe(3);
});

// contract 4: "If If-None-Match contains the tag, the answer is 304 without a body; it has the other headers of the 200, counts once against the rate limit and is no-store as well."
test.each(['GET', 'HEAD'])(
  'a %s with the tag of the current catalog is answered by 304 with the same headers',
  async (method) => {
    const coding = { 'Accept-Encoding': 'gzip' };
    const { headers: first } = await received(coding, method);
    const tag = String(first.etag);
    for (const sent of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
      const { status, headers, bytes } = await received({ ...coding, 'If-None-Match': sent }, method);
      expect([status, bytes.length]).toEqual([304, 0]);
      for (const name of ['cache-control', 'etag', 'vary', 'ratelimit-policy', 'x-content-type-options'])
        expect(headers[name], name).toBe(first[name]);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-request-id']).toMatch(/\S/);
      expect(headers['content-length']).toBeUndefined();
    }
  },
);

// contract 4: "counts once against the rate limit"
test('a 304 counts against the rate limit like the catalog itself', async () => {
  const left = ({ headers }: Received): number => Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
  // At the start of a minute the count begins anew: one of two pairs lies within a minute.
  const pair = async (): Promise<number> => {
    const first = await received();
    return left(first) - left(await received({ 'If-None-Match': String(first.headers.etag) }));
  };
  expect([await pair(), await pair()]).toContain(1);
});

// contract 4: "If If-None-Match contains the tag, the answer is 304"
test.each(['"other"', 'W/"other"', 'other', ''])('a request with the tag %j gets the catalog', async (tag) => {
  expect((await received({ 'If-None-Match': tag })).status).toBe(200);
});

// contract 4: "the tag is the same as long as the content and the coding are the same."
test('the tag of a coding is no tag of another coding', async () => {
  const { headers } = await received({ 'Accept-Encoding': 'br' });
  const reply = await received({ 'Accept-Encoding': 'gzip', 'If-None-Match': String(headers.etag) });
  expect([reply.status, codingOf(reply)]).toEqual([200, 'gzip']);
});

// contract 1: "`If-None-Match` beyond 1,024, `Accept-Encoding` beyond 256"
test('a longer Accept-Encoding and a longer If-None-Match are ignored', async () => {
  const long = await received({ 'Accept-Encoding': `gzip${' '.repeat(260)}, br` });
  expect([long.status, codingOf(long)]).toEqual([200, 'none']);
  const tag = String(long.headers.etag);
  expect((await received({ 'If-None-Match': `"${'x'.repeat(1_020)}", ${tag}` })).status).toBe(200);
});

// contract 4: "GET /tools?fields=name,title: each tool has only the listed fields, in the order of the catalog."
test('a short catalog has the listed fields of every tool and the rest of the catalog', async () => {
  const { tools, ...rest } = (await client.get<Catalog>('/tools')).data;
  const { data } = await client.get<Catalog>('/tools?fields=title,name,unavailableReason');
  const expected = tools.map(({ name, title, unavailableReason }) => ({ name, title, unavailableReason }));
  expect(JSON.stringify(data)).toBe(JSON.stringify({ ...rest, tools: expected }));
});

// contract 4: "An unknown or repeated field, or an empty list, is 400 invalid_request with query:fields."
test.each(['price,colour', 'name,name', '', 'name,', 'NAME', 'name title', '__proto__'])(
  'the list of fields %j is refused, and the error names the parameter',
  async (fields) => {
    const { outcome, error } = await client.get(`/tools?fields=${encodeURIComponent(fields)}`);
    expect([outcome, Object.keys(error.details?.['fields'] as object)]).toEqual([
      '400 invalid_request',
      ['query:fields'],
    ]);
  },
);
