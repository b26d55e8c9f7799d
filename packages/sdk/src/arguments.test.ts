/** Arguments that are no JSON, and names that are no text: an error that says what to pass, before anything is sent or stored. */
import { afterEach, expect, it } from 'vitest';
import { type Farebox, createFarebox } from './client.ts';
import { type RequestStore, memoryStore } from './requests/store.ts';
import { type ScriptedServer, scripted } from './testing/scripted.ts';

type AnyTool = { 'a-tool': never };

let server: ScriptedServer | undefined;
afterEach(() => server?.close());

async function play(): Promise<{ farebox: Farebox<AnyTool>; store: RequestStore }> {
  server = await scripted([]);
  const store = memoryStore();
  return { farebox: createFarebox<AnyTool>({ baseUrl: server.baseUrl, apiKey: 'fb', store, attemptsMax: 1 }), store };
}

async function expectRefused(calls: readonly (() => Promise<unknown>)[], store: RequestStore, told: string) {
  for (const call of calls)
    await expect(call()).rejects.toMatchObject({
      name: 'FareboxError',
      code: 'invalid_arguments',
      reason: expect.stringContaining(told) as string,
    });
  expect(server?.heard).toEqual([]);
  expect(await store.list()).toEqual([]);
}

const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;
const failing = {
  get n() {
    throw new Error('not read yet');
  },
};
const NO_OBJECT = 'must be an object, such as { width: 200 }';

it.each<readonly [string, unknown, string]>([
  ['a BigInt', { width: 10n }, 'width is a BigInt; pass a number or a text'],
  ['a BigInt inside', { sizes: [{ width: 10n }] }, 'width is a BigInt'],
  ['NaN', { width: Number.NaN }, 'width is NaN; pass a finite number'],
  ['Infinity', { width: Infinity }, 'width is Infinity'],
  ['a cycle', cycle, 'contain themselves'],
  ['a getter that throws', failing, 'not read yet'],
  ['undefined', undefined, `${NO_OBJECT}, and not undefined`],
  ['null', null, `${NO_OBJECT}, and not null`],
  ['a text', 'x', `${NO_OBJECT}, and not "x"`],
  ['a list', [{ n: 1 }], NO_OBJECT],
  ['a function', () => 1, NO_OBJECT],
  ['a date', new Date(0), NO_OBJECT],
])('arguments that are or contain %s are refused, and nothing is sent or stored', async (_, value, told) => {
  const { farebox, store } = await play();
  const args = value as never;
  const calls = [
    () => farebox.run('a-tool', args, { ceiling: 1 }),
    () => farebox.execute('a-tool', args, { ceiling: 1, request: 'one' }),
    () => farebox.quote('a-tool', args),
  ];
  await expectRefused(calls, store, told);
  const batches = [
    () => farebox.runBatch('a-tool', [{ n: 1 } as never, args], { ceiling: 1 }),
    () => farebox.executeBatch('a-tool', [{ n: 1 } as never, args], { ceiling: 1 }),
    () => farebox.batches.quote('a-tool', [{ n: 1 } as never, args]),
  ];
  await expectRefused(batches, store, told);
});

it.each([undefined, null, {}, 'x', new Set([{ n: 1 }])])(
  'a batch of %s, which is no list, is refused, and nothing is sent or stored',
  async (list) => {
    const { farebox, store } = await play();
    const calls = [
      () => farebox.runBatch('a-tool', list as never, { ceiling: 1 }),
      () => farebox.executeBatch('a-tool', list as never, { ceiling: 1, request: 'one' }),
      () => farebox.batches.quote('a-tool', list as never),
    ];
    await expectRefused(calls, store, 'must be a list of objects, such as [{ width: 160 }, { width: 320 }]');
  },
);

it('the error of a batch names the item', async () => {
  const { farebox, store } = await play();
  const list = [{ n: 1 }, { n: 2 }, { n: 3n }] as never;
  await expectRefused([() => farebox.runBatch('a-tool', list, { ceiling: 1 })], store, 'item 2: n is a BigInt');
});

it('members without a value are left out, as in JSON', async () => {
  const { farebox } = await play();
  await farebox.quote('a-tool', { a: undefined, at: new Date(0) } as never).catch(() => {});
  expect(server?.heard.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { tool: 'a-tool', arguments: { at: '1970-01-01T00:00:00.000Z' } },
  ]);
});

it.each(['', null, 7, '\ud800', 'a\udc00b', '\udc00\ud800'])(
  'a request named %j is refused, and nothing is sent or stored',
  async (name) => {
    const { farebox, store } = await play();
    const paying = { ceiling: 1, request: name as string };
    const calls = [
      () => farebox.run('a-tool', {} as never, paying),
      () => farebox.execute('a-tool', {} as never, paying),
      () => farebox.runBatch('a-tool', [{} as never], paying),
      () => farebox.executeBatch('a-tool', [{} as never], paying),
    ];
    for (const call of calls) await expect(call()).rejects.toThrow(/^request must be a text that is not empty/);
    expect(server?.heard).toEqual([]);
    expect(await store.list()).toEqual([]);
  },
);

it('a request name may have any whole character', async () => {
  const { farebox, store } = await play();
  const call = farebox.execute('a-tool', {} as never, { ceiling: 1, request: 'order 17 ü 📷' });
  await expect(call).rejects.toMatchObject({ code: 'network_failed' });
  expect([server?.heard.length, await store.list()]).toEqual([1, []]);
});

it.each([undefined, null, 5, 'photo.jpg'])(
  'a source of %s is refused, and a path with the function to open it',
  async (source) => {
    const { farebox } = await play();
    const told =
      typeof source === 'string' ? /and not string; for a path: await fileAt\(path\)/ : /^source must be bytes/;
    await expect(farebox.upload(source as never, { mimeType: 'image/jpeg' })).rejects.toThrow(told);
    expect(server?.heard).toEqual([]);
  },
);
