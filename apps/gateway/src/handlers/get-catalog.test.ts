/** The catalog is encoded once for equal content. Its measured durations need no wait and no query per request. */
import { type Catalog, createCatalog, type Durations } from '@farebox/catalog';
import type { OfferedTemplate } from '@farebox/catalog/templates';
import { TOOL_FIELDS } from '@farebox/contract';
import { expect, test } from 'vitest';
import type { RouteRequest } from '../endpoint/handler.ts';
import type { SharedBody } from '../endpoint/shared-body.ts';
import { createTypicalDurations } from '../process/typical-durations.ts';
import { getCatalog } from './get-catalog.ts';

const catalog = createCatalog({ rehearsal: false });
const NOTHING: Durations = () => null;

async function secondsOf(handler: ReturnType<typeof getCatalog>, environment: 'live' | 'test', tool: string) {
  const result = await handler({
    identity: { project: { environment }, platform: { executionEnabled: true } },
    query: {},
  } as RouteRequest<'getCatalog'>);
  const { data } = JSON.parse('shared' in result ? result.shared.text() : '') as {
    data: { tools: { name: string; typicalSeconds: unknown; models: { name: string; typicalSeconds: unknown }[] }[] };
  };
  const found = data.tools.find(({ name }) => name === tool);
  return [found?.typicalSeconds, ...(found?.models ?? []).map(({ typicalSeconds }) => typicalSeconds)];
}

test('durations are shown for each model, and for each tool without models', async () => {
  const measured = { p50: 1, p95: 2 };
  let now = NOTHING;
  const handler = getCatalog({
    offers: { catalogOf: () => catalog },
    templates: { allOffered: async () => [] },
    durations: { live: () => now, test: () => NOTHING },
    executionEnabled: true,
  });
  expect(await secondsOf(handler, 'live', 'image-resize')).toEqual([null]);
  now = (tool, model) => (tool === 'image-resize' || (tool === 'image-convert' && model === 'webp') ? measured : null);
  expect(await secondsOf(handler, 'live', 'image-resize')).toEqual([measured]);
  const converts = await secondsOf(handler, 'live', 'image-convert');
  expect(converts.filter((each) => each !== null)).toEqual([measured]);
  expect(await secondsOf(handler, 'test', 'image-resize')).toEqual([null]);
});

interface Asked {
  readonly project?: string;
  readonly environment?: 'live' | 'test';
  readonly fields?: readonly string[];
  readonly enabled?: boolean;
}

const THUMBS = { name: 'thumbs', version: 1, content: { parameters: {}, steps: [] } } as unknown as OfferedTemplate;

/** A handler whose project `own` has a template, and a function that reads the body that it would send. */
function readerOf(state: { measured: Durations; template: OfferedTemplate; catalog: Catalog }) {
  const handler = getCatalog({
    offers: { catalogOf: () => state.catalog },
    templates: { allOffered: async (id) => (id === 'own' ? [state.template] : []) },
    durations: { live: () => state.measured, test: () => NOTHING },
    executionEnabled: true,
  });
  return async ({
    project = 'proj',
    environment = 'live',
    fields,
    enabled = true,
  }: Asked = {}): Promise<SharedBody> => {
    const identity = { project: { id: project, environment }, platform: { executionEnabled: enabled } };
    const query = fields === undefined ? {} : { fields };
    const result = await handler({ identity, query } as unknown as RouteRequest<'getCatalog'>);
    if (!('shared' in result)) throw new Error('the catalog is a shared body');
    return result.shared;
  };
}

test('requests with the same content share one body, and a change of the content makes another', async () => {
  const state = { measured: NOTHING, template: THUMBS, catalog };
  const read = readerOf(state);
  const first = await read();
  expect(await read()).toBe(first);
  expect(await read({ project: 'other' })).toBe(first);
  expect(await read({ enabled: false })).not.toBe(first);
  const own = await read({ project: 'own' });
  expect(own).not.toBe(first);
  expect(await read({ project: 'own' })).toBe(own);
  state.template = { ...THUMBS, version: 2 };
  expect(await read({ project: 'own' })).not.toBe(own);
  state.catalog = createCatalog({ rehearsal: true });
  expect((await read()).digest).not.toBe(first.digest);
});

test('projects whose templates have the same names and versions each get their own', async () => {
  const contents: Readonly<Record<string, string>> = { mine: 'My thumbs', theirs: 'Their thumbs' };
  const handler = getCatalog({
    offers: { catalogOf: () => catalog },
    templates: { allOffered: async (id) => [{ ...THUMBS, content: { ...THUMBS.content, title: contents[id] ?? '' } }] },
    durations: { live: () => NOTHING, test: () => NOTHING },
    executionEnabled: true,
  });
  const titleFor = async (id: string): Promise<string | undefined> => {
    const identity = { project: { id, environment: 'live' }, platform: { executionEnabled: true } };
    const result = await handler({ identity, query: { fields: ['title'] } } as unknown as RouteRequest<'getCatalog'>);
    const { data } = JSON.parse(result.shared.text()) as { data: { tools: { title: string }[] } };
    return data.tools.at(-1)?.title;
  };
  expect([await titleFor('mine'), await titleFor('theirs'), await titleFor('mine')]).toEqual([
    'My thumbs',
    'Their thumbs',
    'My thumbs',
  ]);
});

test('a catalog is encoded once, and not for each request', async () => {
  let described = 0;
  const counted: Catalog = { ...catalog, describe: (state) => ((described += 1), catalog.describe(state)) };
  const read = readerOf({ measured: NOTHING, template: THUMBS, catalog: counted });
  for (const project of ['one', 'other', 'own', 'own']) await read({ project });
  expect(described).toBe(2);
});

test('new durations keep the body unless they change its content', async () => {
  const state = { measured: NOTHING, template: THUMBS, catalog };
  const read = readerOf(state);
  const [whole, short] = [await read(), await read({ fields: ['name'] })];
  state.measured = () => null;
  expect(await read()).toBe(whole);
  state.measured = () => ({ p50: 1, p95: 2 });
  expect((await read()).digest).not.toBe(whole.digest);
  expect(await read({ fields: ['name'] })).toBe(short);
});

test('a list of fields returns these fields of every tool, in the order of the catalog', async () => {
  const read = readerOf({ measured: NOTHING, template: THUMBS, catalog });
  const short = await read({ fields: ['title', 'unavailableReason', 'name'] });
  expect(await read({ fields: ['name', 'title', 'unavailableReason'] })).toBe(short);
  const { data } = JSON.parse(short.text()) as { data: { tools: object[] } };
  const [whole] = [JSON.parse((await read()).text()) as { data: { tools: Record<string, unknown>[] } }];
  expect(data).toEqual({
    ...whole.data,
    tools: whole.data.tools.map(({ name, title, unavailableReason }) => ({
      name,
      title,
      ...(unavailableReason === undefined ? {} : { unavailableReason }),
    })),
  });
});

test('thousands of lists of fields displace no whole catalog', async () => {
  const read = readerOf({ measured: NOTHING, template: THUMBS, catalog });
  const whole = await read();
  const short = await read({ fields: ['name'] });
  const lists = TOOL_FIELDS.flatMap((a) => TOOL_FIELDS.map((b) => ['inputSchema', 'models', a, b]));
  for (const fields of lists) await read({ fields });
  expect(await read()).toBe(whole);
  expect(await read({ fields: ['name'] })).not.toBe(short);
});

test('durations are read once a minute, and a failed read keeps the previous values', async () => {
  const state = { nowMs: 0, reads: 0, durations: Promise.resolve(NOTHING) };
  const latest = createTypicalDurations(
    () => {
      state.reads += 1;
      return state.durations;
    },
    { monotonicMs: () => state.nowMs },
  );
  const first: Durations = () => ({ p50: 1, p95: 1 });
  state.durations = Promise.resolve(first);
  latest();
  await state.durations;
  expect(latest()).toBe(first);
  state.nowMs = 59_999;
  latest();
  expect(state.reads).toBe(1);
  state.nowMs = 60_000;
  state.durations = Promise.reject(new Error('the database is away'));
  latest();
  await state.durations.catch(() => {});
  expect(latest()).toBe(first);
  expect(state.reads).toBe(2);
});
