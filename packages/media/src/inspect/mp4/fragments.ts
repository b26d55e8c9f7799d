/**
 * The runs in the fragments of a file. Their durations are added up entry by entry, and their samples must really be
 * in the file.
 */
import { type Bytes, u32be, u64be } from '../bytes.ts';
import { must } from '../inspection.ts';
import { type Box, boxes, child, payload } from './boxes.ts';
import { claimRun, type Media, type Samples } from './samples.ts';

interface Defaults {
  readonly duration: number;
  readonly size: number;
}

/** Samples and duration that fragments add to a track. */
export interface FragmentedTrack {
  readonly samples: Samples;
  /** Duration in the timescale of its media. */
  units: number;
}

/** Returns the fragmented tracks by track id. */
export function fragmentsOf(
  bytes: Bytes,
  file: { readonly mvex: Box; readonly moofs: readonly Box[]; readonly media: Media },
): ReadonlyMap<number, FragmentedTrack> {
  const defaults = defaultsOf(bytes, file.mvex);
  const tracks = new Map<number, FragmentedTrack>();
  for (const id of defaults.keys()) tracks.set(id, { samples: { offsets: [], sizes: [] }, units: 0 });
  for (const moof of file.moofs) {
    // By default, a track's samples begin where those of the track before end, and the first at the moof.
    let end = moof.at;
    for (const traf of boxes(bytes, moof)) {
      if (traf.type === 'traf') end = addTraf(bytes, { traf, moof, defaults, end, media: file.media }, tracks);
    }
  }
  return tracks;
}

function defaultsOf(bytes: Bytes, mvex: Box): ReadonlyMap<number, Defaults> {
  const defaults = new Map<number, Defaults>();
  for (const box of boxes(bytes, mvex)) {
    if (box.type !== 'trex') continue;
    const trex = payload(bytes, box);
    must(!defaults.has(u32be(trex, 4)), 'defaults of a track twice');
    defaults.set(u32be(trex, 4), { duration: u32be(trex, 12), size: u32be(trex, 16) });
  }
  return defaults;
}

interface Traf {
  readonly traf: Box;
  readonly moof: Box;
  readonly defaults: ReadonlyMap<number, Defaults>;
  readonly end: number;
  readonly media: Media;
}

/** Returns the position after its last sample. */
function addTraf(
  bytes: Bytes,
  { traf, moof, defaults, end, media }: Traf,
  tracks: ReadonlyMap<number, FragmentedTrack>,
) {
  const tfhd = payload(bytes, child(bytes, traf, 'tfhd'));
  const [flags, id] = [u32be(tfhd, 0), u32be(tfhd, 4)];
  const [track, general] = [tracks.get(id), defaults.get(id)];
  must(track !== undefined && general !== undefined, 'a fragment of an unknown track');
  let at = 8;
  const optional = (flag: number, fieldBytes: number): number | null => {
    if ((flags & flag) === 0) return null;
    at += fieldBytes;
    return at - fieldBytes;
  };
  const baseAt = optional(0x1, 8);
  optional(0x2, 4);
  const [durationAt, sizeAt] = [optional(0x8, 4), optional(0x10, 4)];
  const own: Defaults = {
    duration: durationAt === null ? general.duration : u32be(tfhd, durationAt),
    size: sizeAt === null ? general.size : u32be(tfhd, sizeAt),
  };
  const base = baseAt === null ? (flags & 0x20000 ? moof.at : end) : u64be(tfhd, baseAt);
  let next = base;
  for (const box of boxes(bytes, traf)) {
    if (box.type === 'trun') next = addRun(payload(bytes, box), { own, base, next, media }, track);
  }
  return next;
}

interface Run {
  readonly own: Defaults;
  readonly base: number;
  readonly next: number;
  readonly media: Media;
}

function addRun(trun: Bytes, { own, base, next, media }: Run, track: FragmentedTrack): number {
  const [flags, count] = [u32be(trun, 0), u32be(trun, 4)];
  const first = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  const entryBytes = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4;
  must(first + count * entryBytes === trun.length, 'a run of another size');
  const hasDuration = (flags & 0x100) !== 0;
  const sizeAt = hasDuration ? 4 : 0;
  track.units += hasDuration ? sum(count, (index) => u32be(trun, first + index * entryBytes)) : count * own.duration;
  const start = flags & 0x1 ? base + (u32be(trun, 8) | 0) : next;
  const sizeOf = flags & 0x200 ? (index: number) => u32be(trun, first + index * entryBytes + sizeAt) : () => own.size;
  return claimRun(media, { start, count, sizeOf }, track.samples);
}

function sum(count: number, valueOf: (index: number) => number): number {
  let total = 0;
  for (let index = 0; index < count; index++) total += valueOf(index);
  return total;
}
