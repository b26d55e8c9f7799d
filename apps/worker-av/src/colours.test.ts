/**
 * Colour bars of each way of tagging through each video tool. Videos are read by their own tags and the formulas of the
 * standards, pictures by libvips. Needs ffmpeg.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { JsonObject } from '@farebox/catalog';
import type { InputFile } from '@farebox/worker';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { inBt709, type Rgb, toneMapped } from './testing/colour-arithmetic.ts';
import {
  AV1,
  BARS,
  barsIn,
  distance,
  H265,
  HEIGHT,
  makeBars,
  MIDDLES,
  signalsOf,
  type Told,
  tagsOf,
  VP9,
  type Way,
  WIDTH,
} from './testing/colour-bars.ts';
import { openFixture } from './testing/fixture.ts';
import { FFMPEG, make, run, sourceOf, tone } from './testing/media.ts';

const NEAR = 3;

const tags = (matrix: string, primaries = matrix, transfer = matrix) => ({ matrix, primaries, transfer });
const BT709: Way = { name: 'BT.709', matrix: 'bt709', tags: tags('bt709') };
const WIDE = { matrix: 'bt2020nc', isWide: true, bits: 10, encoder: H265 } as const;
const HDR = { ...WIDE, isWide: false };
const WAYS: readonly Way[] = [
  { name: 'BT.601 with 525 lines', matrix: 'smpte170m', tags: tags('smpte170m') },
  { name: 'BT.601 with 625 lines', matrix: 'bt470bg', tags: tags('bt470bg', 'bt470bg', 'gamma28') },
  { name: 'BT.601 of full range', matrix: 'bt470bg', range: 'pc', tags: tags('bt470bg', 'bt470bg', 'smpte170m') },
  BT709,
  { name: 'BT.709 of full range', matrix: 'bt709', range: 'pc', tags: tags('bt709') },
  {
    name: 'BT.709 of 10 bits and full range',
    matrix: 'bt709',
    bits: 10,
    range: 'pc',
    encoder: H265,
    tags: tags('bt709'),
  },
  { name: 'BT.709 in VP9', matrix: 'bt709', encoder: VP9, tags: tags('bt709') },
  { name: 'BT.709 in AV1', matrix: 'bt709', encoder: AV1, tags: tags('bt709') },
  { name: 'SMPTE 240M', matrix: 'smpte240m', tags: tags('smpte240m') },
  { name: 'BT.709 by its primaries alone', matrix: 'bt709', tags: { primaries: 'bt709' } },
  { name: 'BT.601 by its primaries alone', matrix: 'smpte170m', tags: { primaries: 'bt470bg' } },
  { name: 'BT.709 by its matrix alone', matrix: 'bt709', tags: { matrix: 'bt709' } },
  { name: 'RGB', matrix: 'gbr' },
  { name: 'SD without tags', matrix: 'smpte170m' },
  { name: 'HD without tags', matrix: 'bt709', height: 1280 },
  { name: 'BT.2020', ...WIDE, tags: tags('bt2020nc', 'bt2020', 'bt2020-10') },
  { name: 'PQ', ...HDR, curve: 'pq', tags: tags('bt2020nc', 'bt2020', 'smpte2084') },
  { name: 'PQ by its curve alone', ...HDR, curve: 'pq', tags: { transfer: 'smpte2084' } },
  { name: 'HLG', ...HDR, curve: 'hlg', tags: tags('bt2020nc', 'bt2020', 'arib-std-b67') },
];

function expectedOf(way: Way): readonly Rgb[] {
  const { isWide = false, curve = 'sdr' } = way;
  if (curve !== 'sdr') return signalsOf(way).map((signal) => toneMapped(signal, curve));
  return isWide ? BARS.map(inBt709) : BARS;
}

const told = (matrix: string, curve: string): Told => ({ matrix, range: 'tv', primaries: matrix, transfer: curve });
const framesOf = (path: string): string =>
  execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:v', '-f', 'framemd5', '-'], { encoding: 'utf8' });

describe.skipIf(FFMPEG === null)('colours', () => {
  const { av, at } = openFixture();
  const sizeOf = ({ height = HEIGHT }: Way) => ({ width: WIDTH, height });
  const barsOf = async (way: Way) => sourceOf(makeBars(at(`${way.name.replaceAll(/\W/g, '-')}.mp4`), way), 'video/mp4');
  const written = (bytes: Buffer, name = 'result.mp4'): string => {
    writeFileSync(at(name), bytes);
    return at(name);
  };

  /** The colours of the bars in a picture, as libvips reads them; of an animation, in its first frame. */
  async function picturedBars(bytes: Buffer, row = 0.5): Promise<readonly Rgb[]> {
    const { data, info } = await sharp(bytes, { page: 0 })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return MIDDLES.map((share) => {
      const first = (Math.floor(info.height * row) * info.width + Math.floor(share * info.width)) * 3;
      return [data[first]!, data[first + 1]!, data[first + 2]!];
    });
  }

  const KEPT: Readonly<Record<string, Told>> = {
    'BT.601 with 525 lines': told('smpte170m', 'smpte170m'),
    'BT.601 with 625 lines': told('bt470bg', 'smpte170m'),
    'BT.601 of full range': told('bt470bg', 'smpte170m'),
    'BT.601 by its primaries alone': { ...told('smpte170m', 'smpte170m'), primaries: 'bt470bg' },
    'SD without tags': told('smpte170m', 'smpte170m'),
  };

  it.for(WAYS)('every video of $name shows the bars, and its tags are true', async (way) => {
    const source = await barsOf(way);
    const other = { ...(await barsOf(BT709)), fileId: 'file_b' };
    const expected = expectedOf(way);
    const reading = { ...sizeOf(way), at: MIDDLES };
    const shown = async (tool: string, input: JsonObject, files: readonly InputFile[]) => {
      const { contents } = await run(av, { tool, input, files });
      return written(contents[0]!);
    };
    const one = { source: { fileId: 'file_a' }, quality: 'highest' } as const;
    for (const [tool, input] of [
      ['video-transcode', { ...one, model: 'h264-fast' }],
      ['video-clip', one],
      ['video-resize', { ...one, width: WIDTH }],
    ] as const) {
      const path = await shown(tool, input, [source]);
      expect(distance(barsIn(path, reading), expected), tool).toBeLessThanOrEqual(NEAR);
      expect(tagsOf(path)).toEqual(KEPT[way.name] ?? told('bt709', 'bt709'));
    }
    const sources = [source, other].map(({ fileId }) => ({ fileId }));
    const joined = await shown('video-concat', { sources, quality: 'highest' }, [source, other]);
    expect(tagsOf(joined)).toEqual(told('bt709', 'bt709'));
    expect(distance(barsIn(joined, reading), expected), 'the first part').toBeLessThanOrEqual(NEAR);
    expect(distance(barsIn(joined, { ...reading, seconds: 0.5 }), BARS), 'the second part').toBeLessThanOrEqual(NEAR);
  });

  it.for(WAYS)('every picture of $name shows the bars', async (way) => {
    const source = await barsOf(way);
    const { height } = sizeOf(way);
    const cells = { columns: 1, rows: 1, gap: 0, cellWidth: WIDTH, cellHeight: height };
    for (const [tool, input] of [
      ['video-thumbnails', { times: [0], format: 'jpeg', width: WIDTH }],
      ['video-thumbnails', { times: [0], format: 'png', width: WIDTH }],
      ['video-contact-sheet', { ...cells, format: 'jpeg' }],
      ['video-preview', { model: 'webp', width: WIDTH, height, clips: 1 }],
      ['video-preview', { model: 'gif', width: WIDTH, height, clips: 1 }],
    ] as const) {
      const { contents } = await run(av, { tool, input, source });
      const found = distance(await picturedBars(contents[0]!), expectedOf(way));
      expect(found, `${tool} ${JSON.stringify(input)}`).toBeLessThanOrEqual(NEAR);
    }
  });

  it.for([
    ['vp9', 0],
    ['av1', 0],
    ['h264-quality', 0],
  ] as const)('%s shows the bars, and its tags are true', async ([model]) => {
    const way = WAYS.find(({ name }) => name === 'PQ')!;
    const { contents } = await run(av, {
      tool: 'video-transcode',
      input: { model, quality: 'highest' },
      source: await barsOf(way),
    });
    const path = written(contents[0]!);
    expect(distance(barsIn(path, { ...sizeOf(way), at: MIDDLES }), expectedOf(way))).toBeLessThanOrEqual(NEAR);
    expect(tagsOf(path)).toEqual(told('bt709', 'bt709'));
  });

  it('joined parts show the bars, whichever part is first', async () => {
    const ways = [BT709, WAYS.find(({ name }) => name === 'BT.601 of full range')!];
    const files = await Promise.all(ways.map(async (way, n) => ({ ...(await barsOf(way)), fileId: `file_${n}` })));
    const sources = files.map(({ fileId }) => ({ fileId }));
    const { contents } = await run(av, { tool: 'video-concat', input: { sources, quality: 'highest' }, files });
    const path = written(contents[0]!);
    for (const seconds of [0, 0.5])
      expect(distance(barsIn(path, { ...sizeOf(BT709), at: MIDDLES, seconds }), BARS)).toBeLessThanOrEqual(NEAR);
  });

  it('a background has its exact colour, in a video and in a picture', async () => {
    const source = await barsOf(BT709);
    const box = { width: WIDTH, height: 2 * HEIGHT, fit: 'contain', background: '#3060c0' };
    const background = MIDDLES.map((): Rgb => [0x30, 0x60, 0xc0]);
    const resized = await run(av, { tool: 'video-resize', input: { ...box, quality: 'highest' }, source });
    const reading = { width: WIDTH, height: 2 * HEIGHT, at: MIDDLES, row: 0.1 };
    expect(distance(barsIn(written(resized.contents[0]!), reading), background)).toBeLessThanOrEqual(NEAR);
    const pictured = await run(av, { tool: 'video-thumbnails', input: { ...box, times: [0], format: 'jpeg' }, source });
    expect(distance(await picturedBars(pictured.contents[0]!, 0.1), background)).toBeLessThanOrEqual(NEAR);
  });

  it('replaced audio leaves frames and tags as they are', async () => {
    const way = WAYS.find(({ name }) => name === 'PQ')!;
    const source = await barsOf(way);
    const sound = await sourceOf(make(at('tone.wav'), tone(1)), 'audio/wav', 'file_b');
    const input = { source: { fileId: source.fileId }, sound: { fileId: sound.fileId } };
    const { contents } = await run(av, { tool: 'video-replace-audio', input, files: [source, sound] });
    expect(tagsOf(written(contents[0]!))).toEqual(tagsOf(source.path));
    expect(framesOf(at('result.mp4'))).toEqual(framesOf(source.path));
  });

  it('a matrix that ffmpeg cannot convert is refused', async () => {
    const source = await barsOf({ name: 'YCgCo', matrix: 'bt709', tags: { matrix: 'ycgco' } });
    const running = run(av, { tool: 'video-thumbnails', input: { times: [0] }, source });
    await expect(running).rejects.toMatchObject({ reason: 'source_not_supported' });
  });
});
