/** One trak box: its real duration and size, measured from its samples. Its headers must agree and decide nothing. */
import { type Bytes, tag, u32be, u64be, u8 } from '../bytes.ts';
import { agrees, must, refuseUnsupported } from '../inspection.ts';
import { type Box, boxes, child, maybeChild, payload } from './boxes.ts';
import { addRuns, type FragmentedTrack } from './fragments.ts';
import { isTurned, type Matrix } from './matrix.ts';
import { pictureCodec, pictureSize } from './picture/picture.ts';
import type { Size } from './picture/units.ts';
import { type Media, type Samples, samplesOf } from './samples.ts';
import { soundCodec, soundSeconds } from './sound/sound.ts';
import { addTables, createTimes } from './times.ts';

export interface Track {
  readonly id: number;
  /** The media type of the track: `vide`, `soun`, … */
  readonly handler: string;
  /** The longest of the time in which it is shown, of the decoded audio, and of its edits. */
  readonly seconds: number;
  /** Its first sample in the timeline of the fragments; 0 if there are none. */
  readonly startSeconds: number;
  /** Durations of which a correct header declares one, or one between them. */
  readonly spans: readonly number[];
  /** The common name of the codec; null for a track that is neither video nor audio. */
  readonly codec: string | null;
  /** Dimensions of a video track; null for other tracks. */
  readonly size: Size | null;
  /** Whether width and height are exchanged on display. */
  readonly isTurned: boolean;
  readonly samples: number;
}

export interface Movie {
  readonly media: Media;
  readonly timescale: number;
  /** The display matrix of the whole movie. */
  readonly matrix: Matrix;
  /** Null if the file is not fragmented. */
  readonly fragments: ReadonlyMap<number, FragmentedTrack> | null;
}

export function trackOf(bytes: Bytes, trak: Box, movie: Movie): Track {
  const tkhd = payload(bytes, child(bytes, trak, 'tkhd'));
  const mdia = child(bytes, trak, 'mdia');
  const handler = tag(payload(bytes, child(bytes, mdia, 'hdlr')), 8);
  const minf = child(bytes, mdia, 'minf');
  const stbl = child(bytes, minf, 'stbl');
  // First of all, so that a codec that is not supported is the reason.
  const entry = descriptionOf(bytes, stbl, handler);
  const codec = (CODECS[handler] ?? noCodec)(bytes, entry);
  checkSelfContained(bytes, minf);
  const own = samplesOf(bytes, stbl, movie.media);
  const times = createTimes();
  const ctts = maybeChild(bytes, stbl, 'ctts');
  const timed = addTables(times, payload(bytes, child(bytes, stbl, 'stts')), ctts && payload(bytes, ctts));
  must(timed === own.sizes.length, 'other numbers of times than of samples');
  const inMoov = times.read();
  const isLong = u8(tkhd, 0) === 1;
  const id = u32be(tkhd, isLong ? 20 : 12);
  const added = movie.fragments?.get(id);
  const samples = added === undefined ? own : joined(own, added.samples);
  addRuns(times, added?.runs ?? []);
  const all = times.read();
  const { timescale, duration } = timing(payload(bytes, child(bytes, mdia, 'mdhd')));
  const edits = editSeconds(bytes, trak, movie.timescale);
  const shown = [all.shown / timescale, edits ?? 0];
  // Encoders write either sum, before or after the fragments, and differ in how long the last picture is shown.
  const spans = [inMoov.sum, inMoov.shown, all.sum, all.shown + all.longest].map((units) => units / timescale);
  spans.push(...shown, ...(edits === null ? [] : [edits + all.longest / timescale]));
  checkHeader({ duration, timescale }, spans);
  checkHeader({ duration: told(tkhd, isLong, isLong ? 28 : 20), timescale: movie.timescale }, spans);
  const sound = handler === 'soun' ? soundSeconds(bytes, entry, samples) : 0;
  // Some encoders shorten the last frame to the rest of the audio, which at 8 kHz is more than the tolerance.
  const whole = sound - sound / Math.max(1, samples.sizes.length);
  const played = Math.max(all.sum, all.shown) / timescale;
  must(whole <= played || agrees(played, sound), 'sound that lasts longer than its times say');
  const size = handler === 'vide' ? pictureSize(bytes, entry, { samples, tkhd }) : null;
  const seconds = Math.max(sound, ...shown, handler === 'vide' ? 0 : played);
  return {
    id,
    handler,
    seconds,
    spans,
    codec,
    size,
    isTurned: isTurned(tkhd, movie.matrix),
    samples: samples.sizes.length,
    startSeconds: all.start / timescale,
  };
}

const CODECS: Readonly<Record<string, (bytes: Bytes, entry: Box) => string>> = {
  vide: pictureCodec,
  soun: soundCodec,
};
const noCodec = (): null => null;

/** mvhd and mdhd begin alike. A duration that is declared as unknown is null. */
export function timing(header: Bytes): { timescale: number; duration: number | null } {
  const long = u8(header, 0) === 1;
  const timescale = u32be(header, long ? 20 : 12);
  must(timescale > 0, 'a timescale of zero');
  return { timescale, duration: told(header, long, long ? 24 : 16) };
}

function told(header: Bytes, long: boolean, at: number): number | null {
  const duration = long ? u64be(header, at) : u32be(header, at);
  return (long ? duration >= 2 ** 63 : duration === 0xffff_ffff) ? null : duration;
}

/** Zero stands for an unknown duration, too: writers that stream cannot go back and fill it in. */
export function checkHeader(
  { duration, timescale }: { duration: number | null; timescale: number },
  spans: readonly number[],
): void {
  if (duration === null || duration === 0) return;
  const [told, least, most] = [duration / timescale, Math.min(...spans), Math.max(...spans)];
  const isBetween = told >= least && told <= most;
  must(isBetween || agrees(told, least) || agrees(told, most), 'a duration that its samples do not have');
}

function joined(first: Samples, second: Samples): Samples {
  return { offsets: first.offsets.concat(second.offsets), sizes: first.sizes.concat(second.sizes) };
}

/** An entry that names another location would make a player, or ffmpeg, open it. */
function checkSelfContained(bytes: Bytes, minf: Box): void {
  const dref = payload(bytes, child(bytes, child(bytes, minf, 'dinf'), 'dref'));
  for (const entry of boxes(dref, { start: 8, end: dref.length })) {
    must((u32be(payload(dref, entry), 0) & 1) === 1, 'media in another file');
  }
}

/** The total duration of the edits; null if there are none, or if they leave it open. */
function editSeconds(bytes: Bytes, trak: Box, timescale: number): number | null {
  const edts = maybeChild(bytes, trak, 'edts');
  const box = edts && maybeChild(bytes, edts, 'elst');
  if (box === null) return null;
  const elst = payload(bytes, box);
  const long = u8(elst, 0) === 1;
  const entryBytes = long ? 20 : 12;
  must(8 + u32be(elst, 4) * entryBytes === elst.length, 'a list of edits of another size');
  let units = 0;
  for (let at = 8; at < elst.length; at += entryBytes) units += long ? u64be(elst, at) : u32be(elst, at);
  return units === 0 ? null : units / timescale;
}

/**
 * Audio and video tracks must have one description, so that no sample is read by the rules of another codec than the
 * measured one.
 */
function descriptionOf(bytes: Bytes, stbl: Box, handler: string): Box {
  const stsd = child(bytes, stbl, 'stsd');
  const entries = [...boxes(bytes, { start: stsd.start + 8, end: stsd.end })];
  const [entry] = entries;
  must(entry !== undefined && u32be(payload(bytes, stsd), 4) === entries.length, 'descriptions of another number');
  if (entries.length > 1 && (handler === 'soun' || handler === 'vide'))
    refuseUnsupported('a track with several sample descriptions', 'one for each track');
  return entry;
}
