/** Pages of other origins: off by default; each project has its own list. */
// Modes: embedded.
import { expect, test } from 'vitest';
import { connect, gatewayUrl } from './client/connect.ts';
import { endOf, execute, quoted } from './client/executions.ts';
import { identitiesOf } from './client/identities.ts';
import { fixtures } from './client/make-identities.ts';

const keys = identitiesOf(import.meta.filename);
const ORIGIN = `https://${crypto.randomUUID()}.example`;

const asked = (key: string) => connect(key).send('GET', '/tools/project', { headers: { Origin: ORIGIN } });
const allowed = ({ headers }: { readonly headers: Headers }): string | null =>
  headers.get('Access-Control-Allow-Origin');
const preflight = () =>
  fetch(`${gatewayUrl()}/tools/quote`, {
    method: 'OPTIONS',
    headers: { Origin: ORIGIN, 'Access-Control-Request-Method': 'POST' },
  });

// issue 10.7: "CORS by an allow-list per project, off by default."
test('a page can read a response only if the project of the key allows its origin', async () => {
  expect([allowed(await asked(keys.key)), (await preflight()).status]).toEqual([null, 404]);
  await fixtures(['--allow-origin', keys.key, '--origin', ORIGIN]);
  await expect.poll(async () => allowed(await asked(keys.key))).toBe(ORIGIN);
  await expect.poll(async () => allowed(await preflight())).toBe(ORIGIN);
  expect(allowed(await asked(keys.keyOther))).toBeNull();
  const refused = await connect(keys.key).send('POST', '/tools/quote', { headers: { Origin: ORIGIN }, body: '{' });
  expect([refused.status, allowed(refused)]).toEqual([400, ORIGIN]);
  expect(refused.headers.get('Access-Control-Allow-Credentials')).toBeNull();
});

// issue 25.11: "a hint to CORS when an origin is not listed"
// contract 1: "The preflight of a page whose origin is not listed is 404 `not_found`, with `header:Origin` in `details.fields` and the same text in the header `Farebox-Hint`."
test('the preflight of a page whose origin is not listed says so, also to the network panel', async () => {
  const refused = await fetch(`${gatewayUrl()}/tools/quote`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://unlisted.example', 'Access-Control-Request-Method': 'POST' },
  });
  const { error } = (await refused.json()) as {
    readonly error: { readonly message: string; readonly details: object };
  };
  const hint = refused.headers.get('Farebox-Hint');
  expect([refused.status, error.message, allowed(refused)]).toEqual([404, 'not_found', null]);
  expect([hint, error.details]).toEqual([
    expect.stringContaining('farebox cors set'),
    { fields: { 'header:Origin': hint } },
  ]);
});

// issue 10.7: "CORS by an allow-list per project, off by default."
test('a page can read the response of an upload address if the project that created it allows the origin', async () => {
  const made = async (key: string): Promise<string> => {
    const args = { source: { fileId: 'file_sample_photo' }, width: 8 };
    const { data } = await execute(connect(key), await quoted(connect(key), 'image-resize', args));
    const { output } = await endOf(key, data.id);
    const path = `/tools/executions/${data.id}/artifacts/${output.artifacts[0]?.id}/download`;
    return (await connect(key).get<{ url: string }>(path)).data.url;
  };
  const read = async (url: string): Promise<string | null> => {
    const response = await fetch(url, { headers: { Origin: ORIGIN } });
    await response.arrayBuffer();
    return allowed(response);
  };
  const [url, others] = [await made(keys.key), await made(keys.keyOther)];
  await fixtures(['--allow-origin', keys.key, '--origin', ORIGIN]);
  await expect.poll(() => read(url)).toBe(ORIGIN);
  expect(await read(others)).toBeNull();
});
