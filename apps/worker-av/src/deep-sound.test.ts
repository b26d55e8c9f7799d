/** Sound of more than 16 bits keeps 24 of them through every tool that writes WAV or FLAC. Needs ffmpeg. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openFixture } from './testing/fixture.ts';
import { FFMPEG, make, run, sourceOf, tone } from './testing/media.ts';

describe.skipIf(FFMPEG === null)('sound of more than 16 bits', () => {
  const { av, at } = openFixture();

  /** The samples as 32-bit integers, by their own decoder. */
  function samplesOf(path: string): Int32Array {
    const words = ['-v', 'error', '-i', path, '-f', 's32le', '-'];
    const bytes = execFileSync(FFMPEG!.path, words, { maxBuffer: 64 * 1024 * 1024 });
    return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  }

  /** The lowest bit that any sample uses: 8 for 24 bits, 16 for 16 bits. */
  function lowestBit(path: string): number {
    const used = samplesOf(path).reduce((all, sample) => all | sample, 0);
    return 31 - Math.clz32(used & -used);
  }

  const CASES = [
    ['audio-convert', { model: 'wav' }],
    ['audio-convert', { model: 'flac' }],
    ['audio-trim', { format: 'wav', endSeconds: 1 }],
    ['audio-trim', { format: 'flac', endSeconds: 1 }],
    ['audio-normalize', { format: 'wav' }],
    ['audio-remove-silence', { format: 'flac' }],
  ] as const;

  it.for(CASES)('has 24 bits after %s %j, and 16 if the source has no more', async ([tool, input]) => {
    for (const [codec, bit] of [
      ['pcm_s24le', 8],
      ['pcm_f32le', 8],
      ['pcm_s16le', 16],
    ] as const) {
      const source = await sourceOf(make(at(`${codec}.wav`), [...tone(2), '-c:a', codec]), 'audio/wav');
      const { contents } = await run(av, { tool, input, source });
      const made = at('made');
      writeFileSync(made, contents[0]!);
      expect(lowestBit(made), codec).toBe(bit);
    }
  });

  it.for([
    ['audio-concat', { format: 'wav', sources: [{ fileId: 'file_a' }, { fileId: 'file_b' }] }],
    ['audio-mix', { format: 'flac', tracks: [{ source: { fileId: 'file_a' } }, { source: { fileId: 'file_b' } }] }],
  ] as const)('has 24 bits after %s if one of the sources has', async ([tool, input]) => {
    const [plain, deep] = ['pcm_s16le', 'pcm_s24le'].map((codec) =>
      make(at(`${codec}-of-two.wav`), [...tone(2), '-c:a', codec]),
    );
    const [one, other] = [await sourceOf(plain!, 'audio/wav', 'file_a'), await sourceOf(deep!, 'audio/wav', 'file_b')];
    const { contents } = await run(av, { tool, input, files: [one, other] });
    const made = at('made-of-two');
    writeFileSync(made, contents[0]!);
    expect(lowestBit(made)).toBeLessThanOrEqual(8);
  });

  it('does not change a sample of a 24-bit WAV on its way through FLAC and back', async () => {
    const original = make(at('deep.wav'), [...tone(1), '-c:a', 'pcm_s24le']);
    const flac = at('deep.flac');
    const first = await run(av, {
      tool: 'audio-convert',
      input: { model: 'flac' },
      source: await sourceOf(original, 'audio/wav'),
    });
    writeFileSync(flac, first.contents[0]!);
    const back = await run(av, {
      tool: 'audio-convert',
      input: { model: 'wav' },
      source: await sourceOf(flac, 'audio/flac'),
    });
    const wav = at('back.wav');
    writeFileSync(wav, back.contents[0]!);
    expect(samplesOf(wav)).toEqual(samplesOf(original));
  });
});
