import { describe, expect, it } from 'vitest';
import { createCatalog } from '../catalog.ts';
import type { FileFacts } from '../files/file.ts';
import { photo, quoted, recording } from '../testing/samples.ts';

const catalog = createCatalog({ rehearsal: true });
const source = { fileId: 'file_a' };
const made = (step: number, artifact = 0) => ({ step, artifact });
const resize = { tool: 'image-resize', arguments: { source, width: 100 } };
const analyze = (from: object) => ({ tool: 'image-analyze', arguments: { source: from } });
const rehearse = { tool: 'rehearsal', arguments: {} };

const prepare = (steps: unknown) => catalog.prepare({ tool: 'pipeline', arguments: { steps } });
const quote = (steps: unknown, file: FileFacts = photo('file_a')) => {
  const prepared = prepare(steps);
  return prepared.ok ? catalog.quote(prepared, new Map([['file_a', file]])) : prepared;
};
const priced = (steps: unknown) => quoted(catalog, { tool: 'pipeline', arguments: { steps } });

describe('a pipeline equals its tools', () => {
  const convert = { tool: 'image-convert', arguments: { source: made(0), model: 'webp' } };

  it('in its plan: each step is planned as by its own tool', () => {
    const alone = [resize, { ...convert, arguments: { ...convert.arguments, source } }].map((step) =>
      quoted(catalog, step),
    );
    const { plan } = priced([resize, convert]);
    expect(plan.map(({ parameters, operation, engine }) => ({ parameters, operation, engine }))).toEqual(
      alone.flatMap((each) =>
        each.plan.map(({ parameters, operation, engine }) => ({ parameters, operation, engine })),
      ),
    );
    expect(plan.map(({ inputs }) => inputs)).toEqual([{ source }, { source: made(0) }]);
  });

  it('in its price: each step has its own line and unit price, and minimums and maximums are summed', () => {
    const { breakdown, minimumMicros, maximumMicros, plan } = priced([resize, convert, analyze(made(1))]);
    expect(minimumMicros).toBe(500n + 500n + 400n);
    expect(maximumMicros).toBe(12n * 100n + 160n + 60n);
    expect(breakdown.map(({ description, quantity, amountMicros }) => [description, quantity, amountMicros])).toEqual([
      ['Image resize', 12, 1200n],
      ['Image conversion to webp', 1, 160n],
      ['Image analysis', 1, 60n],
    ]);
    expect(plan.map(({ price }) => [price.unitPriceMicros, price.unitsMax])).toEqual([
      ['100', 12],
      ['160', 1],
      ['60', 1],
    ]);
  });

  it('in its minimum charge: the sum of theirs', () => {
    const { minimumMicros, maximumMicros, breakdown } = priced([rehearse, rehearse, analyze(source)]);
    const small = quoted(
      catalog,
      { tool: 'pipeline', arguments: { steps: [analyze(source)] } },
      { width: 1, height: 1 },
    );
    expect([minimumMicros, maximumMicros]).toEqual([600n, 920n]);
    expect([small.minimumMicros, small.maximumMicros]).toEqual([400n, 400n]);
    expect(breakdown).toHaveLength(3);
  });

  it('in its arguments: defaults of every step are resolved', () => {
    expect(priced([resize]).arguments).toEqual({
      steps: [
        {
          tool: 'image-resize',
          arguments: { source, width: 100, fit: 'inside', allowEnlargement: false, format: 'source' },
        },
      ],
    });
  });

  it('in its deadline: the sum of theirs, at most one hour', () => {
    expect(priced([resize, convert]).maxRuntimeSeconds).toBe(180 + 180);
    expect(
      priced(Array.from({ length: 20 }, () => ({ tool: 'video-generate', arguments: { prompt: 'x', seconds: 1 } }))),
    ).toMatchObject({ maxRuntimeSeconds: 3600 });
  });

  it('in its availability, and in the services that it needs', () => {
    const speak = { tool: 'speech-generate', arguments: { text: 'hi' } };
    expect(priced([resize])).toMatchObject({ availability: { available: true }, providers: [] });
    expect(priced([resize, speak])).toMatchObject({ availability: { available: false }, providers: [] });
    const offered = createCatalog({
      rehearsal: false,
      providers: new Map([['speech-generate/standard', { provider: 'voices', model: 'reader' }]]),
    });
    const asked = { tool: 'pipeline', arguments: { steps: [resize, speak] } };
    expect(quoted(offered, asked)).toMatchObject({ availability: { available: true }, providers: [['voices']] });
  });
});

describe('the number of steps', () => {
  const many = (count: number) => Array.from({ length: count }, () => rehearse);

  it('is at least 1', () => {
    expect(prepare([])).toMatchObject({ message: 'invalid_arguments', fields: { '/steps': expect.any(String) } });
  });

  it('is at most 20', () => {
    expect(priced(many(20)).plan).toHaveLength(20);
  });

  it('above 20 is refused before any file is looked up, whatever else is wrong', () => {
    expect(prepare(many(21))).toEqual({ ok: false, message: 'too_many_steps' });
    for (const wrong of [{ tool: 'image-resize', arguments: {} }, { tool: 'nonsense', arguments: {} }, null]) {
      expect(prepare([...many(20), wrong])).toEqual({ ok: false, message: 'too_many_steps' });
    }
  });
});

describe('a problem is reported with its JSON Pointer in the whole input', () => {
  it.for([
    [
      'an argument of a step',
      [resize, { ...resize, arguments: { source, width: 0 } }],
      { '/steps/1/arguments/width': 'must be >= 1' },
    ],
    [
      'an unknown argument',
      [{ ...resize, arguments: { ...resize.arguments, x: 1 } }],
      { '/steps/0/arguments/x': 'is not a field of this tool' },
    ],
    ['a missing file', [analyze({})], { '/steps/0/arguments/source/fileId': 'is required' }],
    ['a missing artifact', [resize, analyze({ step: 0 })], { '/steps/1/arguments/source/artifact': 'is required' }],
    [
      'both a file and an artifact',
      [resize, analyze({ ...source, ...made(0) })],
      { '/steps/1/arguments/source/fileId': 'is not a field of this tool' },
    ],
    [
      'an unknown tool',
      [{ tool: 'nonsense', arguments: {} }],
      { '/steps/0/tool': expect.stringContaining('image-resize') },
    ],
    [
      'a pipeline in a pipeline',
      [{ tool: 'pipeline', arguments: { steps: [rehearse] } }],
      { '/steps/0/tool': expect.any(String) },
    ],
    ['an unknown field of a step', [{ ...resize, x: 1 }], { '/steps/0/x': 'is not a field of this tool' }],
    [
      'a reference to itself',
      [resize, analyze(made(1))],
      { '/steps/1/arguments/source/step': 'must refer to an earlier step, 0 to 0' },
    ],
    [
      'a reference in the first step',
      [analyze(made(0))],
      { '/steps/0/arguments/source/step': 'has no earlier step to refer to' },
    ],
    [
      'a reference to a later step',
      [resize, analyze(made(2)), resize],
      { '/steps/1/arguments/source/step': 'must refer to an earlier step, 0 to 0' },
    ],
    [
      'an artifact that a step does not make',
      [resize, analyze(made(0, 1))],
      { '/steps/1/arguments/source': 'step 0 (image-resize) makes 1 artifact' },
    ],
    [
      'an artifact of a step without any',
      [analyze(source), analyze(made(0))],
      { '/steps/1/arguments/source': 'step 0 (image-analyze) makes no artifact' },
    ],
    [
      'a result that cannot be made',
      [resize, { tool: 'image-resize', arguments: { source: made(0), width: 8192, height: 8192, fit: 'contain' } }],
      { '/steps/1/arguments/width': expect.stringContaining('8192 × 8192') },
    ],
  ] as const)('%s', ([, steps, fields]) => {
    expect(quote(steps)).toEqual({ ok: false, message: 'invalid_arguments', fields });
  });

  it('at most 20 problems are reported', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`field${n}`, 1]));
    const refused = prepare(Array.from({ length: 3 }, () => ({ ...rehearse, arguments: many })));
    expect(Object.keys((refused.ok ? null : refused.fields) ?? {})).toHaveLength(20);
  });

  it('names that objects inherit are reported as unknown', () => {
    const step = JSON.parse('{"tool":"rehearsal","arguments":{"__proto__":{"durationMs":9}}}') as object;
    expect(prepare([step])).toMatchObject({ fields: { '/steps/0/arguments/__proto__': expect.any(String) } });
    for (const tool of ['__proto__', 'constructor', 'toString']) {
      expect(prepare([{ tool, arguments: {} }])).toMatchObject({ fields: { '/steps/0/tool': expect.any(String) } });
    }
  });

  it('problems of several steps are reported at once', () => {
    expect(prepare([analyze({}), { ...resize, arguments: { source } }])).toMatchObject({
      fields: { '/steps/0/arguments/source/fileId': 'is required', '/steps/1/arguments': 'needs width or height' },
    });
  });
});

describe('a file or artifact that the step cannot use', () => {
  const transcribe = { tool: 'audio-transcribe', arguments: { source: made(0) } };
  it.for([
    [
      'a file of another type',
      [resize, analyze(source)],
      recording('file_a'),
      {
        '/steps/0/arguments/source/fileId': expect.stringContaining('audio/mpeg'),
        '/steps/1/arguments/source/fileId': expect.any(String),
      },
    ],
    [
      'an artifact of another type',
      [{ tool: 'rehearsal', arguments: { artifactBytes: 9 } }, analyze(made(0))],
      photo('file_a'),
      {
        '/steps/1/arguments/source':
          'may be application/octet-stream; it must be image/jpeg, image/png, image/webp, image/avif',
      },
    ],
    [
      'an artifact that may be of another type',
      [
        { tool: 'image-resize', arguments: { source, width: 9, format: 'webp' } },
        { tool: 'image-stylize', arguments: { source: made(0), prompt: 'x' } },
      ],
      photo('file_a'),
      { '/steps/1/arguments/source': 'may be image/webp; it must be image/jpeg, image/png' },
    ],
    [
      'an artifact of unknown duration',
      [{ tool: 'speech-generate', arguments: { text: 'hi' } }, transcribe],
      photo('file_a'),
      { '/steps/1/arguments/source': 'has a duration that is unknown until it is made' },
    ],
  ] as const)('is refused: %s', ([, steps, file, fields]) => {
    expect(quote(steps, file)).toEqual({ ok: false, message: 'file_not_usable', fields });
  });

  it('is not a generated video: it is transcribed at the price of its requested seconds', () => {
    const film = { tool: 'video-generate', arguments: { prompt: 'x', seconds: 3 } };
    expect(priced([film, transcribe]).plan[1]?.price.unitsMax).toBe(3 + 1);
  });

  it('is not an image of unknown size: it is priced as the largest possible image', () => {
    const stylize = { tool: 'image-stylize', arguments: { source, prompt: 'x' } };
    expect(priced([stylize, analyze(made(0))]).plan[1]?.price.unitsMax).toBe(40);
  });
});
