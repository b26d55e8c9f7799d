import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../catalog.ts';

const catalog = createCatalog({ rehearsal: true });
const source = { fileId: 'file_a' };
const made = (step: number) => ({ step, artifact: 0 });
const prepare = (steps: unknown) => catalog.prepare({ tool: 'pipeline', arguments: { steps } });

describe('the published schema', () => {
  const schema = catalog
    .describe({ executionEnabled: true })
    .tools.find(({ name }) => name === 'pipeline')?.inputSchema;
  const validate = new Ajv2020({ strict: true }).compile(schema ?? false);
  const from = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<unknown>(source, made(0), made(1)) },
    fc.constantFrom<unknown>(
      {},
      { step: 0 },
      { ...source, ...made(0) },
      made(20),
      { ...made(0), x: 1 },
      'file_a',
      null,
    ),
  );
  const step = fc.oneof(
    fc.record({
      tool: fc.constant('image-resize'),
      arguments: fc.record(
        {
          source: from,
          width: fc.constantFrom<unknown>(1, 800, 8192, 8193, 0, '9'),
          fit: fc.constantFrom('fill', 'x'),
        },
        { requiredKeys: [] },
      ),
    }),
    fc.record({
      tool: fc.constant('image-convert'),
      arguments: fc.record(
        { source: from, model: fc.constantFrom('png', 'webp', 'x'), quality: fc.constant(5) },
        { requiredKeys: ['source'] },
      ),
    }),
    fc.record({
      tool: fc.constantFrom('image-analyze', 'rehearsal', 'nonsense'),
      arguments: fc.record({ source: from, colors: fc.constantFrom(5, 'x') }, { requiredKeys: [] }),
    }),
  );

  const isOrder = (reason: string) => /^(must refer to an|has no) earlier/.test(reason);

  it('accepts exactly the inputs that the catalog accepts, except for the order of steps', () => {
    const seen = { true: 0, false: 0 };
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 2 }), (steps) => {
        const prepared = prepare(steps);
        const accepted = prepared.ok || Object.values(prepared.fields ?? {}).every(isOrder);
        expect(validate({ steps })).toBe(accepted);
        seen[`${accepted}`] += 1;
      }),
      { numRuns: 3000 },
    );
    expect(Math.min(seen.true, seen.false)).toBeGreaterThan(100);
  });
});
