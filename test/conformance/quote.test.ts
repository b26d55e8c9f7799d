/** Quotes: free, without side effects, binding, and complete about what would refuse the execution now. */
// Modes: embedded.
import { beforeAll, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { accepted, completed, quote, settled } from './client/executions.ts';
import { analysis, uploadedPng, withFile } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import type { Catalog, Quote, Usage } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
let args: Record<string, unknown>;

beforeAll(async () => {
  args = await analysis(client);
});

// spec 2.3: "A quote contains the pricing version, the minimum charge and the maximum reservation amount for the given input."
// contract 4: "data {tool, model, priceVersion, currency, minimumChargeMicros, maximumChargeMicros, breakdown … blockers"
test('a quote has every documented field and nothing else', async () => {
  const data = await quote(client, 'image-analyze', args);
  expect(data).toEqual({
    tool: 'image-analyze',
    model: null,
    priceVersion: expect.any(String),
    currency: 'USD',
    minimumChargeMicros: expect.toSatisfy(Number.isSafeInteger),
    maximumChargeMicros: expect.toSatisfy(Number.isSafeInteger),
    breakdown: expect.any(Array),
    blockers: [],
  });
  expect(data.maximumChargeMicros).toBeGreaterThanOrEqual(data.minimumChargeMicros);
});

// contract 4: "breakdown: [{description, unit, quantity, unitPriceMicros, amountMicros}]"
test('the breakdown explains the maximum to the last micro-dollar', async () => {
  const data = await quote(client, 'image-analyze', args);
  const amounts = data.breakdown.map(({ amountMicros }) => amountMicros);
  expect(amounts.reduce((a, b) => a + b, 0)).toBe(data.maximumChargeMicros);
  for (const line of data.breakdown) expect(line.quantity * line.unitPriceMicros).toBe(line.amountMicros);
  for (const line of data.breakdown)
    expect(Object.keys(line).sort()).toEqual(['amountMicros', 'description', 'quantity', 'unit', 'unitPriceMicros']);
});

// contract 4: "One line of unit: "minimum" lifts a bill to its minimum, in quote and bill alike."
test('the line that raises a quote to its minimum is the line that raises the bill', async () => {
  const [, lift] = (await quote(client, 'image-analyze', args)).breakdown;
  expect(lift).toMatchObject({ unit: 'minimum', quantity: 1 });
  const { billing } = await completed(keys, 'image-analyze', args);
  expect(billing.filter(({ unit }) => unit === 'minimum')).toEqual([
    { step: 0, description: lift?.description, unit: 'minimum', quantity: 1, amountMicros: lift?.amountMicros },
  ]);
});

// spec 9: "The catalog carries a pricing version."
test('a quote has the price version of the catalog', async () => {
  const catalog = await client.get<Catalog>('/tools');
  expect((await quote(client, 'image-analyze', args)).priceVersion).toBe(catalog.data.priceVersion);
});

// contract 4: "Quote … Pure: no provider call, no row, no hold."
// spec 1.2: "A quote does no processing and reserves no funds."
test('a quote changes neither balance nor usage nor the list of executions', async () => {
  const fresh = connect(keys.keyBurst);
  const input = await analysis(fresh);
  const before = (await fresh.get<Usage>('/tools/usage')).data;
  for (let i = 0; i < 3; i++) await quote(fresh, 'image-analyze', input);
  expect((await fresh.get<Usage>('/tools/usage')).data).toEqual(before);
  expect((await fresh.get('/tools/executions')).data).toEqual({ executions: [], nextBefore: null });
});

// contract 4: "Quote … Pure"
test('the same input has the same quote, whatever happened in between', async () => {
  const before = await quote(client, 'image-analyze', args);
  await settled(keys, (await accepted(client, 'image-analyze', args)).id);
  expect(await quote(client, 'image-analyze', args)).toEqual(before);
});

// contract 4: "blockers names every gate that would refuse the execution now (availability, switch, cap, balance); the quote itself still answers 200"
test.each([
  ['keyPoor', ['insufficient_balance']],
  ['keyCapped', ['monthly_cap_reached']],
  ['keyCappedPoor', ['insufficient_balance', 'monthly_cap_reached']],
] as const)('the quote of %s names %j as blockers', async (name, blockers) => {
  const poor = connect(keys[name]);
  const reply = await poor.post<Quote>('/tools/quote', { tool: 'image-analyze', arguments: await analysis(poor) });
  expect(reply.outcome).toBe('200');
  expect(reply.data.blockers.toSorted()).toEqual(blockers);
});

// contract 4: "Quote request {tool, arguments}"
// contract 1: "Unknown request fields are refused (400)."
test.each([
  ['no tool', { arguments: {} }, '/tool'],
  ['no arguments', { tool: 'image-analyze' }, '/arguments'],
  ['a tool that is no text', { tool: 7, arguments: {} }, '/tool'],
  ['arguments that are no object', { tool: 'image-analyze', arguments: [] }, '/arguments'],
  ['an unknown field', { tool: 'image-analyze', arguments: {}, priority: 'high' }, '/priority'],
])('a quote request with %s is refused and the field is named', async (_, body, path) => {
  const reply = await client.post('/tools/quote', body);
  expect(reply.outcome).toBe('400 invalid_request');
  expect(Object.keys(reply.error.details?.['fields'] as object)).toEqual([path]);
});

// contract 2: "tool_not_found"
test.each(['no-such-tool', 'quote', 'executions', 'constructor', '__proto__', ''])(
  'the tool %j cannot be quoted',
  async (tool) => {
    expect((await client.post('/tools/quote', { tool, arguments: {} })).outcome).toBe('404 tool_not_found');
  },
);

// contract 1: "details.fields maps a JSON Pointer into the body (/arguments/width) … the same roots on every route"
// contract 2: "details.fields: path → reason … invalid_arguments"
test.each([
  ['nothing', {}, '/arguments/source'],
  ['an unknown field', { source: { fileId: 'file_00000000000000000000000000' }, colour: 'red' }, '/arguments/colour'],
  ['a URL for a file', { source: 'https://example.com/photo.jpg' }, '/arguments/source'],
])('arguments with %s are refused and the field is named', async (_, input, path) => {
  const reply = await client.post('/tools/quote', { tool: 'image-analyze', arguments: input });
  expect(reply.outcome).toBe('400 invalid_arguments');
  expect(Object.keys(reply.error.details?.['fields'] as object)).toContain(path);
});

// contract 4: "Price-affecting defaults are resolved once"
test('an explicit default costs the same as an omitted one', async () => {
  const { id } = await uploadedPng(client, { width: 100, height: 80 });
  const plain = { source: { fileId: id }, width: 50 };
  const spelt = { ...plain, fit: 'inside', allowEnlargement: false, format: 'source' };
  expect(await quote(client, 'image-resize', spelt)).toEqual(await quote(client, 'image-resize', plain));
});

// contract 4: "data {tool, model, …}"
test('the quote of a tool with models names its model', async () => {
  const { id } = await uploadedPng(client);
  const { data } = await client.get<Catalog>('/tools');
  const models = data.tools.find(({ name }) => name === 'image-convert')?.models ?? [];
  const quotes = await Promise.all(models.map(({ example }) => quote(client, 'image-convert', withFile(example, id))));
  expect(quotes.map(({ model }) => model)).toEqual(models.map(({ name }) => name));
});
