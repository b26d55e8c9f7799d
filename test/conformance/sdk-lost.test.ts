/** The SDK on a connection that loses responses or flips bits, against a real gateway. */
// Modes: embedded.
import { FareboxError, createFarebox, memoryStore, usd } from '@farebox/sdk';
import { expect, test } from 'vitest';
import { connect, gatewayUrl } from './client/connect.ts';
import { identitiesOf } from './client/identities.ts';
import type { ExecutionList } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const ceiling = usd('0.05');
const photo = { fileId: 'file_sample_photo' };
const codeOf = (error: unknown): string => (error instanceof FareboxError ? error.code : String(error));

type Fetch = typeof globalThis.fetch;

/** Sends the request and loses the response while `isLost` says so. */
const losing =
  (isLost: (url: URL, init: RequestInit) => boolean): Fetch =>
  async (input, init = {}) => {
    const response = await fetch(input, init);
    if (!isLost(new URL(input instanceof Request ? input.url : input), init)) return response;
    await response.arrayBuffer();
    throw new TypeError('the connection broke');
  };

const isPaid = ({ pathname }: URL, { method }: RequestInit): boolean =>
  method === 'POST' && pathname === '/tools/image-analyze';

const executionsOf = async (key: string): Promise<string[]> =>
  (await connect(key).get<ExecutionList>('/tools/executions?limit=100')).data.executions.map(({ id }) => id);

// issue 10.1: "used again on every unknown outcome"
test('after a lost response the SDK sends the request again, and it is one execution', async () => {
  let replies = 0;
  const fetch = losing((url, init) => isPaid(url, init) && ++replies <= 2);
  const farebox = createFarebox({ baseUrl: gatewayUrl(), apiKey: keys.key, fetch });
  const { id } = await farebox.execute('image-analyze', { source: photo }, { ceiling });
  expect(replies).toBe(3);
  expect(await executionsOf(keys.key)).toEqual([id]);
});

// issue 10.1: "written to a pluggable store"
test('if every response is lost the SDK reports an unknown outcome, and its store leads to the same execution later', async () => {
  const store = memoryStore();
  const options = { baseUrl: gatewayUrl(), apiKey: keys.keyOther, store };
  const deaf = createFarebox({ ...options, fetch: losing(isPaid), attemptsMax: 2 });
  expect(await deaf.run('image-analyze', { source: photo }, { ceiling }).then(String, codeOf)).toBe('outcome_unknown');
  const made = await executionsOf(keys.keyOther);
  expect(made).toHaveLength(1);
  const hearing = createFarebox(options);
  const [request] = await hearing.pending();
  if (request === undefined) throw new Error('nothing was kept');
  expect(await hearing.resume(request, { ceiling })).toMatchObject({ execution: { id: made[0] } });
  expect(await executionsOf(keys.keyOther)).toEqual(made);
  expect(await hearing.pending()).toEqual([]);
});

/** A body whose connection breaks, or stalls for good, after the first byte. */
const cut = (how: 'breaks' | 'stalls'): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(1));
      if (how === 'breaks') controller.error(new TypeError('terminated'));
    },
  });

// issue 10.1: "the API key is never sent to an artifact's URL"
test('the key is sent to the API alone, and an artifact whose bytes changed on the way is refused', async () => {
  const sent: { readonly path: string; readonly authorized: boolean }[] = [];
  let way: 'whole' | 'turned' | 'breaks' | 'stalls' = 'whole';
  const listening: Fetch = async (input, init = {}) => {
    const path = new URL(input instanceof Request ? input.url : input).pathname;
    sent.push({ path, authorized: new Headers(init.headers).has('Authorization') });
    const response = await fetch(input, init);
    if (path.startsWith('/tools') || way === 'whole') return response;
    if (way !== 'turned') {
      await response.body?.cancel();
      return new Response(cut(way));
    }
    const bytes = new Uint8Array(await response.arrayBuffer());
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    return new Response(bytes);
  };
  const farebox = createFarebox({ baseUrl: gatewayUrl(), apiKey: keys.key2, fetch: listening });
  const { artifacts } = await farebox.run('image-resize', { source: photo, width: 16 }, { ceiling });
  const [artifact] = artifacts;
  if (artifact === undefined) throw new Error('no artifact was made');
  expect((await artifact.blob()).size).toBe(artifact.sizeBytes);
  way = 'breaks';
  expect(await artifact.blob().then(String, codeOf)).toBe('network_failed');
  way = 'stalls';
  const left = new AbortController();
  const stream = await artifact.stream({ signal: left.signal });
  left.abort(new Error('seen enough'));
  expect(await new Response(stream).text().then(String, String)).toContain('seen enough');
  way = 'turned';
  expect(await artifact.blob().then(String, codeOf)).toBe('artifact_corrupted');
  expect(sent.filter(({ path, authorized }) => path.startsWith('/tools') !== authorized)).toEqual([]);
  expect(sent.some(({ authorized }) => !authorized)).toBe(true);
});
