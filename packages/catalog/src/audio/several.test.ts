/** Refusals and prices of the tools that take several audio files, without decoding any. */
import { AUDIO_FORMAT_NAMES } from '@farebox/kernel';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../catalog.ts';
import { recording } from '../testing/samples.ts';

const catalog = createCatalog({ rehearsal: false, audioFormats: new Set(AUDIO_FORMAT_NAMES) });
const file = { fileId: 'file_a' };

/** Quotes the input; every file lasts `seconds`. */
function quote(tool: string, input: Readonly<Record<string, unknown>>, seconds = 60) {
  const prepared = catalog.prepare({ tool, arguments: input });
  const facts = new Map([['file_a', recording('file_a', seconds)]]);
  return prepared.ok ? catalog.quote(prepared, facts) : prepared;
}
const problemAt = (pointer: string) => ({
  ok: false,
  message: 'invalid_arguments',
  fields: { [pointer]: expect.any(String) },
});

describe('audio-concat', () => {
  const concat = (input: object, seconds?: number) =>
    quote('audio-concat', { sources: [file, file, file], ...input }, seconds);

  it('costs all sources and gaps', () => {
    expect(concat({ gapSeconds: 1.5 })).toMatchObject({ plan: [{ price: { unitsMax: 183 } }] });
    expect(concat({ crossfadeSeconds: 5 })).toMatchObject({ plan: [{ price: { unitsMax: 180 } }] });
  });

  it('chooses the common sample rate by the format', () => {
    expect(concat({})).toMatchObject({ plan: [{ parameters: { sampleRateHz: 44_100, channels: 2 } }] });
    expect(concat({ format: 'opus' })).toMatchObject({ plan: [{ parameters: { sampleRateHz: 48_000 } }] });
  });

  it.each([
    [{ gapSeconds: 1, crossfadeSeconds: 1 }, '/gapSeconds'],
    [{ sources: [file] }, '/sources'],
    [{ sources: Array.from({ length: 21 }, () => file) }, '/sources'],
    [{ format: 'opus', sampleRateHz: 44_100 }, '/sampleRateHz'],
    [{ gapSeconds: 31 }, '/gapSeconds'],
  ])('refuses %j, and names %s', (input, pointer) => {
    expect(concat(input)).toMatchObject(problemAt(pointer));
  });

  it('refuses a result of more than an hour', () => {
    expect(concat({}, 1201)).toMatchObject(problemAt('/sources'));
    expect(concat({}, 1200)).toMatchObject({ ok: true });
  });
});

describe('audio-mix', () => {
  const mix = (tracks: readonly object[], seconds?: number) => quote('audio-mix', { tracks }, seconds);

  it('costs all tracks, or the result if it is longer', () => {
    expect(mix([{ source: file }, { source: file }])).toMatchObject({ plan: [{ price: { unitsMax: 120 } }] });
    const late = [{ source: file }, { source: file, offsetSeconds: 600 }];
    expect(mix(late)).toMatchObject({
      plan: [{ price: { unitsMax: 660 }, inputs: { 'tracks/0': file, 'tracks/1': file } }],
    });
  });

  it.each([
    [[{ source: file }], '/tracks'],
    [[{ source: file }, { source: file, gainDb: 21 }], '/tracks/1/gainDb'],
    [[{ source: file }, { source: file, offsetSeconds: -1 }], '/tracks/1/offsetSeconds'],
    [[{ source: file }, { source: file, offsetSeconds: 3541 }], '/tracks'],
  ])('refuses %j, and names %s', (tracks, pointer) => {
    expect(mix(tracks)).toMatchObject(problemAt(pointer));
  });
});
