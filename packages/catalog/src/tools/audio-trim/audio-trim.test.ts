import type { AudioFormat } from '@farebox/kernel';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../catalog.ts';
import { recording } from '../../testing/samples.ts';

const catalogWith = (...formats: AudioFormat[]) =>
  createCatalog({ rehearsal: false, audioFormats: new Set<AudioFormat>(formats) });
const catalog = catalogWith('mp3', 'wav', 'aac', 'opus', 'flac');

/** Quotes audio-trim for a source of `seconds`. */
function quote(input: Readonly<Record<string, unknown>>, seconds = 60, offered = catalog) {
  const prepared = offered.prepare({ tool: 'audio-trim', arguments: { source: { fileId: 'file_a' }, ...input } });
  return prepared.ok ? offered.quote(prepared, new Map([['file_a', recording('file_a', seconds)]])) : prepared;
}

describe('audio-trim', () => {
  it('costs the seconds of its source, however little is kept', () => {
    const quoted = quote({ startSeconds: 59.5 }, 60.2);
    expect(quoted).toMatchObject({ ok: true, plan: [{ price: { unit: 'second', unitsMax: 61 } }] });
    expect(quoted).toMatchObject({
      arguments: { startSeconds: 59.5, fadeInSeconds: 0, fadeOutSeconds: 0, format: 'mp3' },
    });
  });

  it.each([
    [{ startSeconds: 60 }, '/startSeconds'],
    [{ startSeconds: 3, endSeconds: 3 }, '/endSeconds'],
    [{ endSeconds: 2, fadeInSeconds: 1, fadeOutSeconds: 1.5 }, '/fadeOutSeconds'],
    [{ startSeconds: 58, fadeInSeconds: 3 }, '/fadeInSeconds'],
    [{ format: 'wav', bitrateKbps: 128 }, '/bitrateKbps'],
    [{ format: 'ogg' }, '/format'],
    [{ startSeconds: -1 }, '/startSeconds'],
    [{ startSeconds: '1;anullsrc' }, '/startSeconds'],
  ])('refuses %j, and names %s', (input, pointer) => {
    expect(quote(input)).toMatchObject({
      ok: false,
      message: 'invalid_arguments',
      fields: { [pointer]: expect.any(String) },
    });
  });

  it('is quoted but unavailable in a format that ffmpeg cannot write', () => {
    const wavAlone = catalogWith('wav');
    expect(quote({ format: 'wav' }, 60, wavAlone)).toMatchObject({ availability: { available: true } });
    expect(quote({ format: 'opus' }, 60, wavAlone)).toMatchObject({
      ok: true,
      availability: { available: false, reason: expect.stringContaining('opus') },
    });
  });

  it('can be trimmed again in a pipeline, within the bounds of its result', () => {
    const first = { tool: 'audio-trim', arguments: { source: { fileId: 'file_a' }, startSeconds: 10, endSeconds: 20 } };
    const second = (startSeconds: number) => ({
      tool: 'audio-trim',
      arguments: { source: { step: 0, artifact: 0 }, startSeconds },
    });
    const quotePipeline = (startSeconds: number) => {
      const prepared = catalog.prepare({ tool: 'pipeline', arguments: { steps: [first, second(startSeconds)] } });
      return prepared.ok ? catalog.quote(prepared, new Map([['file_a', recording('file_a', 60)]])) : prepared;
    };
    expect(quotePipeline(5)).toMatchObject({ ok: true, plan: [{}, { price: { unitsMax: 11 } }] });
    expect(quotePipeline(15)).toMatchObject({
      ok: false,
      fields: { '/steps/1/arguments/startSeconds': expect.any(String) },
    });
  });
});
