/**
 * Hostile and damaged audio ends in a defined failure at no charge: no crash, no hang, no network request and no
 * leftover file. To run all mutants: MEDIA_MUTANTS=500 npm run vitest -- run apps/worker-av/src/hostile.test.ts. Needs
 * ffmpeg.
 */
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAILURE_REASONS } from '@farebox/contract';
import type { SoundType } from '@farebox/kernel';
import { findIsolation, workingIsolations } from '@farebox/sandbox';
import { type Canary, openCanary } from '@farebox/testing/hostile';
import { type InputFile, OperationFailure } from '@farebox/worker';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AvOperations } from './operations.ts';
import { withAbsurdRate, withCountlessSamples, withTracks } from './testing/films.ts';
import { followed } from './testing/followed.ts';
import { FFMPEG, make, NotQuoted, openOperations, run, scratch, sourceOf, tone } from './testing/media.ts';
import { fixture, madeFormats, type Mutant, mutants } from './testing/mutants.ts';
import { sift } from './testing/sift.ts';
import { usesOf } from './testing/uses.ts';

const ASKED = process.env['MEDIA_MUTANTS'];
const EACH = Number(ASKED ?? 500);
/** For each format: the number of mutants that an upload would accept. */
const TAKEN = ASKED === undefined ? 7 : EACH;
const SEED = Number(process.env['MEDIA_SEED'] ?? 1);
/** Allows time for each mutant on a busy machine. */
const TIMEOUT = { timeout: 120_000 + TAKEN * 60_000 };
const PICTURES = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=10:d=0.4', '-c:v', 'libx264', '-pix_fmt', 'yuv420p'];

describe.skipIf(FFMPEG === null)('hostile audio', () => {
  let av: AvOperations;
  let directory: Awaited<ReturnType<typeof scratch>>;
  let canary: Canary;
  beforeAll(async () => {
    av = openOperations();
    directory = await scratch();
    // Keeps the working directories of this test apart, in a folder that other users may enter as they may enter the
    // system's own.
    chmodSync(directory.path, 0o755);
    vi.stubEnv('TMPDIR', directory.path);
    canary = await openCanary();
  });
  afterAll(async () => {
    await av.close();
    await canary[Symbol.asyncDispose]();
    vi.unstubAllEnvs();
    await directory[Symbol.asyncDispose]();
  });
  const at = (name: string): string => join(directory.path, name);
  const url = (): string => canary.url;
  const roomsLeft = (): string[] => readdirSync(directory.path).filter((name) => name.startsWith('farebox-run-'));

  async function convert(name: string, { bytes, mimeType }: { bytes: Buffer; mimeType: SoundType }) {
    writeFileSync(at(name), bytes);
    const source = await sourceOf(at(name), mimeType);
    return run(av, { tool: 'audio-convert', input: { model: 'wav' }, source });
  }

  const whole = (name: string, args: readonly string[] = []): Buffer =>
    readFileSync(make(at(name), [...tone(1), ...args]));
  const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length >> 1);
  const secret = (): string => make(at('secret.wav'), tone(1));

  const CASES: readonly (readonly [string, SoundType, () => Buffer])[] = [
    ['an empty file', 'audio/wav', () => Buffer.alloc(0)],
    ['noise', 'audio/mpeg', () => Buffer.alloc(5000, 'noise')],
    [
      'a playlist declared as a video',
      'video/mp4',
      () => Buffer.from(`#EXTM3U\n#EXTINF:2,\n${url()}\n#EXT-X-ENDLIST\n`),
    ],
    ['a playlist of a local file', 'video/mp4', () => Buffer.from(`#EXTM3U\n#EXTINF:2,\nfile://${secret()}\n`)],
    ['a list of files to join', 'audio/mpeg', () => Buffer.from(`ffconcat version 1.0\nfile '${secret()}'\n`)],
    ['a manifest', 'audio/mp4', () => Buffer.from(`<?xml version="1.0"?><MPD><BaseURL>${url()}</BaseURL></MPD>`)],
    ['a WAV declared as MP3', 'audio/mpeg', () => whole('plain.wav')],
    ['an MP3 declared as WAV', 'audio/wav', () => whole('plain.mp3')],
    [
      'a WAV followed by a playlist',
      'audio/wav',
      () => Buffer.concat([whole('tail.wav'), Buffer.from(`#EXTM3U\n${url()}`)]),
    ],
    ['a WAV cut in half', 'audio/wav', () => half(whole('half.wav'))],
    ['an MP4 cut in half', 'video/mp4', () => half(fixture('moov-last.mp4'))],
    ['an M4A cut in half', 'audio/mp4', () => half(whole('half.m4a'))],
    ['an Opus file cut in half', 'audio/ogg', () => half(whole('half.opus', ['-c:a', 'libopus']))],
    ['a FLAC file cut in half', 'audio/flac', () => half(whole('half.flac'))],
    ['a video of 3,000 tracks', 'video/mp4', () => withTracks(3000)],
    ['a video of four billion missing samples', 'video/mp4', withCountlessSamples],
  ];

  it.for(CASES)('%s is not readable', TIMEOUT, async ([title, mimeType, bytes]) => {
    const running = convert(title.replaceAll(' ', '-'), { bytes: bytes(), mimeType });
    await expect(running).rejects.toMatchObject({ name: 'OperationFailure', reason: 'source_not_readable' });
    expect(canary.heard()).toBe(0);
  });

  // Uploads refuse these files before ffmpeg sees them. This test passes them to ffmpeg directly, in every isolation
  // that works here.
  it.for(workingIsolations().map((isolation) => [isolation.summary, isolation] as const))(
    'ffmpeg itself opens no file or address named in its input, in: %s',
    TIMEOUT,
    async ([, isolation]) => {
      const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${url()}\n#EXTINF:2,\nfile://${secret()}\n#EXT-X-ENDLIST\n`;
      writeFileSync(at('followed.mp4'), playlist);
      expect(await followed(at('followed.mp4'), isolation)).not.toBe(0);
      expect(await followed(secret(), isolation), 'a WAV that is declared as a video').not.toBe(0);
      expect(canary.heard()).toBe(0);
    },
  );

  // Each file stays far below the time and memory limits of a run: nothing is allocated for streams, frames or samples
  // that are only declared.
  it.for([
    ['3,000 tracks', () => withTracks(3000), false],
    ['64 tracks', () => withTracks(32), true],
    ['four billion frames per second', withAbsurdRate, true],
    ['four billion missing samples', withCountlessSamples, null],
  ] as const)('ffmpeg itself survives a video of %s', TIMEOUT, async ([title, film, isDecoded]) => {
    writeFileSync(at(`${title.replaceAll(' ', '-')}.mp4`), film());
    const code = await followed(at(`${title.replaceAll(' ', '-')}.mp4`), findIsolation());
    expect(code).not.toBeNull();
    expect(isDecoded ?? code === 0).toBe(code === 0);
  });

  it('a small file that decodes to a large one is stopped at the size limit of a result', TIMEOUT, async () => {
    const small = openOperations({ outputBytesMax: 4 * 1024 ** 2 });
    const path = make(at('bomb.flac'), ['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo:d=300']);
    expect(statSync(path).size).toBeLessThan(1024 ** 2);
    const source = await sourceOf(path, 'audio/flac');
    const running = run(small, { tool: 'audio-convert', input: { model: 'wav' }, source });
    await expect(running).rejects.toMatchObject({ name: 'OperationFailure', reason: 'result_too_large' });
    await small.close();
    expect(roomsLeft()).toEqual([]);
  });

  // An encoder that works with floats would fail, end the program, or take minutes.
  it.for([Number.NaN, Number.NEGATIVE_INFINITY, 1e30, 1e10])(
    'samples of %d are limited to full scale',
    TIMEOUT,
    async (value) => {
      const floats = fixture('float32.wav');
      const data = floats.indexOf('data') + 8;
      for (const sample of [10, 500, 2000]) floats.writeFloatLE(value, data + sample * 4);
      writeFileSync(at('floats.wav'), floats);
      const source = await sourceOf(at('floats.wav'), 'audio/wav');
      for (const model of ['mp3', 'aac', 'opus']) {
        const converted = run(av, { tool: 'audio-convert', input: { model }, source });
        await expect(converted, model).resolves.toMatchObject({ contents: [expect.any(Buffer)] });
      }
      const film = await sourceOf(make(at('silent.mp4'), PICTURES), 'video/mp4', 'film');
      const input = { source: { fileId: 'film' }, sound: { fileId: 'file_a' } };
      const replaced = run(av, { tool: 'video-replace-audio', input, files: [film, source] });
      await expect(replaced).resolves.toMatchObject({ probed: [{ streams: 2 }] });
    },
  );

  it(
    'damaged files in the formats that tools write either fail with a defined reason or are processed, by each tool',
    TIMEOUT,
    async () => {
      const good = [
        await sourceOf(make(at('sound.wav'), tone(0.4)), 'audio/wav', 'sound'),
        await sourceOf(make(at('film.mp4'), ['-i', at('sound.wav'), ...PICTURES]), 'video/mp4', 'film'),
      ];
      const outcomes = new Map<string, number>();
      for (const format of madeFormats(whole('whole.flac'))) {
        const most = { taken: TAKEN, refused: 1 };
        for (const { mutant, turn } of sift(mutants([format], { each: EACH, seed: SEED }), most)) {
          const outcome = await used(mutant, turn, good);
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        }
      }
      const plain = ['done', 'refused by its quote', ...Object.keys(FAILURE_REASONS)];
      expect([...outcomes.keys()].filter((outcome) => !plain.includes(outcome))).toEqual([]);
      for (const outcome of ['done', 'source_not_readable']) expect(outcomes.get(outcome), outcome).toBeGreaterThan(0);
      expect(roomsLeft()).toEqual([]);
      expect(canary.heard()).toBe(0);
    },
  );

  /** Uses the nth tool. */
  async function used({ name, mimeType, bytes }: Mutant, n: number, good: readonly InputFile[]): Promise<string> {
    const path = at(name.replaceAll(/\W/g, '-'));
    writeFileSync(path, bytes);
    const uses = usesOf(mimeType, { tried: 'tried', sound: 'sound', film: 'film' });
    const { tool, arguments: input } = uses[n % uses.length]!;
    const files = [await sourceOf(path, mimeType, 'tried'), ...good];
    return run(av, { tool, input, files }).then(
      () => 'done',
      (error: unknown) => {
        if (error instanceof NotQuoted) return 'refused by its quote';
        return error instanceof OperationFailure ? error.reason : `${name}, ${tool}: ${String(error)}`;
      },
    );
  }

  it('a valid file is still converted afterwards', TIMEOUT, async () => {
    const { probed } = await convert('good.wav', { bytes: whole('good-source.wav'), mimeType: 'audio/wav' });
    expect(probed).toMatchObject([{ codec: 'pcm_s16le' }]);
  });
});
