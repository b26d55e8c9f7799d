/** The catalog: kept with its tag, so that an unchanged one is not sent again. */
import { afterEach, expect, expectTypeOf, it } from 'vitest';
import { createFarebox } from './client.ts';
import { type Scripted, type ScriptedServer, scripted } from './testing/scripted.ts';
import type { Catalog } from './types.ts';

let server: ScriptedServer | undefined;
afterEach(() => server?.close());

const sent = (priceVersion: string, headers: Readonly<Record<string, string>> = {}): Scripted => ({
  status: 200,
  body: { data: { priceVersion, tools: [{ name: 'a-tool' }] } },
  headers,
});
const unchanged = (headers: Readonly<Record<string, string>> = {}): Scripted => ({ status: 304, body: '', headers });

async function play(script: readonly Scripted[]) {
  server = await scripted(script);
  return createFarebox({ baseUrl: server.baseUrl, apiKey: 'fb', attemptsMax: 1 });
}
const tags = () => server?.heard.map(({ ifNoneMatch }) => ifNoneMatch);

it('a catalog that has not changed is read without a body, and each caller gets its own copy', async () => {
  const farebox = await play([sent('v1', { ETag: '"a"' }), unchanged({ ETag: '"a"' }), sent('v2', { ETag: '"b"' })]);
  const first = await farebox.catalog();
  const before = structuredClone(first);
  first.tools.pop();
  const second = await farebox.catalog();
  expect(second).toEqual(before);
  second.tools.pop();
  expect((await farebox.catalog()).priceVersion).toBe('v2');
  expect(tags()).toEqual([undefined, '"a"', '"a"']);
});

it('a catalog without a tag, as behind a proxy that removes it, is read whole each time', async () => {
  const farebox = await play([sent('v1'), sent('v1')]);
  await farebox.catalog();
  await farebox.catalog();
  expect(tags()).toEqual([undefined, undefined]);
});

it('a 304 to a request without a tag is an unexpected response', async () => {
  const farebox = await play([unchanged()]);
  await expect(farebox.usage()).rejects.toMatchObject({ code: 'unexpected_response' });
});

it('an excerpt has the type of the listed fields', async () => {
  const farebox = await play([sent('v1')]);
  const { tools } = await farebox.catalog({ fields: ['name', 'price'] });
  expect(server?.heard[0]?.asked).toBe('GET /tools?fields=name,price');
  expectTypeOf(tools).toEqualTypeOf<Pick<Catalog['tools'][number], 'name' | 'price'>[]>();
});
