/**
 * MP4: ftyp first, one moov with a picture track, media data, boxes that fill the file exactly. A playlist or script
 * posing as .mp4 fails at its first box. In a fragmented file a cut between two fragments cannot be told.
 */
import { tag, u32be } from './bytes.ts';
import { type Inspection, must, refuse, seconds } from './inspection.ts';
import { type Box, boxes, child, maybeChild, payload } from './mp4-boxes.ts';
import { fragmentsSeconds } from './mp4-fragments.ts';
import { timing, type Track, trackOf } from './mp4-track.ts';

export function inspectMp4(bytes: Buffer): Inspection {
  const { moov, media, moofs } = topLevel(bytes);
  const tracks = tracksOf(bytes, moov, media);
  const video = tracks.find(({ handler }) => handler === 'vide') ?? refuse('no picture track');
  must(video.width > 0 && video.height > 0, 'the picture has no area');
  const mvex = maybeChild(bytes, moov, 'mvex');
  const { timescale, duration } = timing(payload(bytes, child(bytes, moov, 'mvhd')));
  const fragmented = mvex !== null && moofs.length > 0;
  must(mvex === null || fragmented, 'fragments announced and none there');
  const durationSeconds = fragmented ? fragmentsSeconds(bytes, { mvex, moofs, tracks }) : seconds(duration, timescale);
  return { ok: true, width: video.width, height: video.height, durationSeconds };
}

interface TopLevel {
  readonly moov: Box;
  readonly moofs: readonly Box[];
  /** From the first media data to the last. */
  readonly media: { readonly start: number; readonly end: number };
}

function topLevel(bytes: Buffer): TopLevel {
  must(u32be(bytes, 0) !== 1 && tag(bytes, 4) === 'ftyp', 'ftyp is not first');
  const all = { start: 0, end: bytes.length };
  checkBrands(payload(bytes, child(bytes, all, 'ftyp')));
  const moofs: Box[] = [];
  let media: { start: number; end: number } | undefined;
  for (const box of boxes(bytes, all)) {
    if (box.type === 'moof') moofs.push(box);
    if (box.type === 'mdat') media = { start: media?.start ?? box.start, end: box.end };
  }
  return { moov: child(bytes, all, 'moov'), moofs, media: media ?? refuse('no media data') };
}

/** QuickTime (`qt  `) alone, HEIF and AVIF share the box format and are other types. */
const MP4_BRAND = /^(iso[m2-9a-c]|mp4[12]|avc1|av01|hvc1|dash|cmf[cs2]|MSNV|M4V[ HP]|f4v |3g[p2][0-9a-z])$/;

function checkBrands(ftyp: Buffer): void {
  must(ftyp.length >= 8 && ftyp.length % 4 === 0, 'an ftyp of an impossible size');
  const brands = Array.from({ length: ftyp.length / 4 }, (_, index) => tag(ftyp, index * 4));
  brands.splice(1, 1); // the minor version stands between the major brand and the others
  must(
    brands.some((brand) => MP4_BRAND.test(brand)),
    'no brand of MP4',
  );
}

const TRACKS_MAX = 64;

function tracksOf(bytes: Buffer, moov: Box, media: { start: number; end: number }): Track[] {
  const tracks: Track[] = [];
  for (const box of boxes(bytes, moov)) {
    if (box.type !== 'trak') continue;
    must(tracks.length < TRACKS_MAX, 'too many tracks');
    tracks.push(trackOf(bytes, box, media));
  }
  return tracks;
}
