/** The catalog: every tool with schema, example and price, under one price version. */
// Modes: embedded.
import { beforeAll, expect, test } from 'vitest';
import { type Client, connect } from './client/connect.ts';
import { quote } from './client/executions.ts';
import { offered } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import { patient } from './client/patient.ts';
import type { Catalog, Price } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
let catalog: Catalog;

beforeAll(async () => {
  catalog = (await client.get<Catalog>('/tools')).data;
});

const price: Price = {
  minimumChargeMicros: expect.toSatisfy(Number.isSafeInteger),
  unit: expect.stringMatching(/\S/),
  unitPriceMicros: expect.toSatisfy(Number.isSafeInteger),
  description: expect.stringMatching(/\S/),
};

// spec 2.2: "The catalog holds: the pricing version of the whole catalog, the currency, whether execution is enabled (executionEnabled, boolean), and the list of tools."
// contract 4: "Catalog {priceVersion, currency: "USD", executionEnabled, tools: [Tool]}"
test('the catalog has price version, currency, switch and tools, and nothing else', () => {
  expect(Object.keys(catalog).sort()).toEqual(['currency', 'executionEnabled', 'priceVersion', 'tools']);
  expect(catalog.currency).toBe('USD');
  expect(catalog.executionEnabled).toBe(true);
});

// contract 4: "priceVersion YYYY-MM-DD.<8 hex of the price table's digest>: a changed price cannot keep its version."
test('the price version is a date and a digest', () => {
  expect(catalog.priceVersion).toMatch(/^\d{4}-\d\d-\d\d\.[0-9a-f]{8}$/);
});

// spec 2.2: "name … description … category … available … inputSchema … example … models … price"
// contract 4: "Tool {name, title, description, category, available, unavailableReason?, inputSchema, example, models … price}"
test('every tool has every documented field', () => {
  expect(catalog.tools.length).toBeGreaterThan(0);
  for (const tool of catalog.tools) {
    expect(tool).toMatchObject({
      name: expect.any(String),
      title: expect.stringMatching(/\S/),
      description: expect.stringMatching(/\S/),
      category: expect.stringMatching(/\S/),
      available: expect.any(Boolean),
      inputSchema: expect.any(Object),
      example: expect.any(Object),
      models: expect.any(Array),
      price,
    });
  }
});

// issue 8.5: "`maxRuntimeSeconds`, `cancellableAfterStart`, `chargesOnFailure`"
// spec 3: "Cancel requested after external processing started: The request alone may not undo the work or the charge"
test('every tool states its maximum runtime, whether a cancel stops it after its start, and whether a failure can be charged', () => {
  for (const { name, maxRuntimeSeconds, cancellableAfterStart, chargesOnFailure } of catalog.tools) {
    expect(maxRuntimeSeconds, name).toBeGreaterThanOrEqual(1);
    expect([typeof cancellableAfterStart, typeof chargesOnFailure], name).toEqual(['boolean', 'boolean']);
  }
  const said = (name: string) => {
    const tool = catalog.tools.find((each) => each.name === name);
    return [tool?.cancellableAfterStart, tool?.chargesOnFailure];
  };
  expect([said('image-resize'), said('image-generate'), said('video-generate'), said('pipeline')]).toEqual([
    [true, false],
    [false, true],
    [true, true],
    [true, true],
  ]);
});

// contract 4: "available, unavailableReason?"
// spec 2.2: "available: boolean; true when the external service the tool needs is configured and the tool can be offered"
test('an unavailable tool states the reason, and an available tool has none', () => {
  for (const { name, available, unavailableReason } of catalog.tools) {
    expect(unavailableReason === undefined, name).toBe(available);
  }
});

// issue 2.9: "image-resize, image-convert (models jpeg, png, webp, avif), image-analyze"
test('the three image tools are offered, and conversion has its four models', () => {
  const names = offered(catalog.tools).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['image-resize', 'image-convert', 'image-analyze']));
  const models = catalog.tools.find(({ name }) => name === 'image-convert')?.models.map(({ name }) => name);
  expect(models?.toSorted()).toEqual(['avif', 'jpeg', 'png', 'webp']);
});

// spec 2.2: "models: Selectable models; for each: its own example input, availability, and a price description"
// contract 4: "models: [{name, description, available, example, price}]"
// contract 4: "price {minimumChargeMicros, unit, unitPriceMicros, description}"
// issue 8.5: "`typicalSeconds` {p50, p95} per model as measured here over the last 30 days (null before there are 20 runs)"
test('every model has its own example, availability and price', () => {
  for (const { typicalSeconds, ...model } of catalog.tools.flatMap(({ models }) => models)) {
    // Executions of other tests may be counted by now.
    const { p50, p95 } = typicalSeconds ?? { p50: 0, p95: 0 };
    expect(p95).toBeGreaterThanOrEqual(p50);
    expect(model).toEqual({
      name: expect.stringMatching(/\S/),
      description: expect.stringMatching(/\S/),
      available: expect.any(Boolean),
      example: expect.any(Object),
      price,
    });
  }
});

// spec 2.2: "name: Tool name; used in the execution URL and in the request body"
// contract 4: "Tool names match ^[a-z][a-z0-9-]{2,63}$ and never equal quote, upload, project, usage, executions."
test('tool names fit into a path and differ from the path words of the API', () => {
  const names = catalog.tools.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) {
    expect(name).toMatch(/^[a-z][a-z0-9-]{2,63}$/);
    expect(['quote', 'upload', 'project', 'usage', 'executions']).not.toContain(name);
  }
});

// spec 2.2: "inputSchema: JSON Schema of the tool's input"
// contract 4: "inputSchema is JSON Schema 2020-12."
test('every input schema is a closed object schema of the 2020-12 dialect', () => {
  for (const { name, inputSchema } of catalog.tools) {
    expect(inputSchema['type'], name).toBe('object');
    expect(inputSchema['$schema'] ?? 'https://json-schema.org/draft/2020-12/schema', name).toBe(
      'https://json-schema.org/draft/2020-12/schema',
    );
  }
});

// contract 4: "Every example validates, quotes and executes as it stands: files in it are samples (file_sample_…) that exist in every project."
test('every example of a tool and of its models can be quoted unchanged in every project', async () => {
  const projects = [patient(client), patient(connect(keys.keyOther))];
  for (const { name, example, models } of catalog.tools) {
    for (const [n, each] of [example, ...models.map((model) => model.example)].entries()) {
      const { maximumChargeMicros } = await quote(projects[n % 2] as Client, name, each);
      expect(maximumChargeMicros, name).toBeGreaterThan(0);
    }
  }
});

// contract 1: "an unknown path or method is 404"
test('a method that the catalog does not support is a 404', async () => {
  expect((await client.send('DELETE', '/tools')).outcome).toBe('404 not_found');
});
