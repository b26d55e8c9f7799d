/**
 * MP4: ftyp first, one moov with a video track, media data, and boxes that fill the file exactly. A playlist or script
 * declared as .mp4 fails at its first box. Duration and size are measured from the samples. In a fragmented file, a
 * truncation between two fragments cannot be detected.
 */
import { type Bytes, tag, u32be, u64be, u8 } from '../bytes.ts';
import { type Inspection, must, refuse, refuseUnsupported, seconds } from '../inspection.ts';
import { type Box, boxes, child, fileBoxes, maybeChild, payload } from './boxes.ts';
import { fragmentsOf } from './fragments.ts';
import { movieMatrix, UNREAD } from './matrix.ts';
import type { Size } from './picture/units.ts';
import { mediaOf } from './samples.ts';
import { checkHeader, type Movie, timing, type Track, trackOf } from './track.ts';

export const inspectMp4 = (bytes: Bytes): Inspection => {
  const { tracks, durationSeconds } = measured(bytes);
  return { ok: true, ...picturesOf(tracks).size, durationSeconds };
};

export interface Video {
  /** As displayed, upright. */
  readonly width: number;
  readonly height: number;
  /** Equal to the duration of `inspect`. */
  readonly durationSeconds: number;
  /** Number of frames in its first video track, whose size is reported. */
  readonly pictures: number;
  /** Duration of that track. */
  readonly picturesSeconds: number;
  readonly hasSound: boolean;
  /** All of its tracks, in order. */
  readonly tracks: readonly VideoTrack[];
}

interface VideoTrack {
  readonly kind: 'video' | 'audio' | 'other';
  readonly codec: string | null;
  readonly durationSeconds: number;
}

/** Measures a file with video. The result includes the facts that decide how much work the video is. */
export function videoOf(bytes: Bytes): Video {
  const { tracks, durationSeconds } = measured(bytes);
  const { size, isTurned, samples, seconds: picturesSeconds } = picturesOf(tracks);
  return {
    width: isTurned ? size.height : size.width,
    height: isTurned ? size.width : size.height,
    durationSeconds,
    pictures: samples,
    picturesSeconds,
    hasSound: tracks.some(({ handler }) => handler === 'soun'),
    tracks: tracks.map(({ handler, codec, seconds: length }) => ({
      kind: KINDS[handler] ?? 'other',
      codec,
      durationSeconds: seconds(length, 1),
    })),
  };
}

const KINDS: Readonly<Record<string, 'video' | 'audio'>> = { vide: 'video', soun: 'audio' };

/** The first video track, which is the one that a decoder uses. */
function picturesOf(tracks: readonly Track[]): Track & { readonly size: Size } {
  for (const track of tracks) if (track.size !== null) return { ...track, size: track.size };
  return refuseUnsupported(
    'a file without a video track (sound alone in MP4)',
    'MP4 with video; audio/mp4 for sound alone',
  );
}

/** M4A: an MP4 with sound and without pictures, possibly with the titles of its chapters. */
export const inspectM4a = (bytes: Bytes): Inspection => {
  const { tracks, durationSeconds } = measured(bytes);
  const handlers = tracks.map(({ handler }) => handler);
  if (handlers.includes('vide')) refuseUnsupported('an M4A with a video track', 'sound alone; video/mp4 for video');
  must(handlers.includes('soun'), 'no sound');
  return { ok: true, durationSeconds };
};

function measured(bytes: Bytes): { readonly tracks: readonly Track[]; readonly durationSeconds: number } {
  const { moov, moofs, mdats } = walkMp4(bytes);
  const media = mediaOf(mdats);
  const mvex = maybeChild(bytes, moov, 'mvex');
  must(mvex !== null || moofs.length === 0, 'fragments that nothing announces');
  const mvhd = child(bytes, moov, 'mvhd');
  const header = timing(payload(bytes, mvhd));
  const fragments = mvex === null ? null : fragmentsOf(bytes, { mvex, moofs, media });
  const tracks = tracksOf(bytes, moov, ({ start }) => ({
    media,
    timescale: header.timescale,
    matrix: start < mvhd.start ? UNREAD : movieMatrix(payload(bytes, mvhd)),
    fragments,
  }));
  for (const id of fragments?.keys() ?? [])
    must(
      tracks.some((track) => track.id === id),
      'a fragment of an unknown track',
    );
  must(new Set(tracks.map(({ id }) => id)).size === tracks.length, 'two tracks of one name');
  must(tracks.length > 0, 'no track');
  const spans = tracks.flatMap((track) => track.spans);
  checkHeader(header, spans);
  if (mvex !== null) checkExtent(bytes, mvex, { timescale: header.timescale, spans });
  return { tracks, durationSeconds: seconds(durationOf(tracks), 1) };
}

/** From the start of the first track to the end of the last one. */
function durationOf(tracks: readonly Track[]): number {
  const start = Math.min(...tracks.map(({ startSeconds }) => startSeconds));
  return Math.max(...tracks.map((track) => track.startSeconds - start + track.seconds));
}

/** Checks the declared total duration of the fragments. */
function checkExtent(
  bytes: Bytes,
  mvex: Box,
  { timescale, spans }: { timescale: number; spans: readonly number[] },
): void {
  const box = maybeChild(bytes, mvex, 'mehd');
  if (box === null) return;
  const mehd = payload(bytes, box);
  checkHeader({ duration: u8(mehd, 0) === 1 ? u64be(mehd, 4) : u32be(mehd, 4), timescale }, spans);
}

interface TopLevel {
  readonly moov: Box;
  readonly moofs: readonly Box[];
  readonly mdats: readonly Box[];
}

/** Parses the structure only: every box, and the required ones. */
export function walkMp4(bytes: Bytes): TopLevel {
  must(u32be(bytes, 0) !== 1 && tag(bytes, 4) === 'ftyp', 'ftyp is not first');
  const found: Record<'ftyp' | 'moov' | 'moof' | 'mdat', Box[]> = { ftyp: [], moov: [], moof: [], mdat: [] };
  for (const box of fileBoxes(bytes)) found[box.type as keyof typeof found]?.push(box);
  must(found.ftyp.length === 1 && found.moov.length <= 1, `${found.moov.length > 1 ? 'moov' : 'ftyp'} twice`);
  checkBrands(payload(bytes, found.ftyp[0] as Box));
  must(found.mdat.length > 0, 'no media data');
  return { moov: found.moov[0] ?? refuse('no moov'), moofs: found.moof, mdats: found.mdat };
}

/** QuickTime (`qt  `) alone, HEIF and AVIF share the box format but are other types. */
const MP4_BRAND =
  /^(iso[m2-9a-c]|mp4[12]|mp71|mmp4|avc1|av01|hvc1|hev1|dash|msdh|cmf[cs2]|MSNV|XAVC|M4[AV][ HP]|[fF]4[vV] |3g[egps2][0-9a-z])$/;

function checkBrands(ftyp: Bytes): void {
  must(ftyp.length >= 8 && ftyp.length % 4 === 0, 'an ftyp of an impossible size');
  const brands = Array.from({ length: ftyp.length / 4 }, (_, index) => tag(ftyp, index * 4));
  brands.splice(1, 1); // the minor version is between the major brand and the others
  if (brands.some((brand) => MP4_BRAND.test(brand))) return;
  if (brands.includes('qt  ')) refuseUnsupported('QuickTime (.mov)', 'MP4');
  refuse('no brand of MP4');
}

const TRACKS_MAX = 64;

function tracksOf(bytes: Bytes, moov: Box, movieOf: (trak: Box) => Movie): Track[] {
  const tracks: Track[] = [];
  for (const box of boxes(bytes, moov)) {
    if (box.type !== 'trak') continue;
    must(tracks.length < TRACKS_MAX, 'too many tracks');
    tracks.push(trackOf(bytes, box, movieOf(box)));
  }
  return tracks;
}
