/**
 * The runs in the fragments of a file. Their durations are added up entry by entry, and their samples must really be
 * in the file.
 */
import { type Bytes, u32be, u64be, u8 } from '../bytes.ts';
import { must } from '../inspection.ts';
import { type Box, boxes, child, maybeChild, payload } from './boxes.ts';
import { claimRun, type Media, type Samples } from './samples.ts';
import type { Times } from './times.ts';

interface Defaults {
  readonly duration: number;
  readonly size: number;
}

/** Samples and duration that fragments add to a track. */
export interface FragmentedTrack {
  readonly samples: Samples;
  /** In the timescale of its media. */
  readonly runs: Run[];
}

/** The times of consecutive samples. */
export interface Run {
  /** Where it starts; undefined where the run before it ends. */
  readonly start: number | undefined;
  readonly count: number;
  readonly deltaOf: (index: number) => number;
  readonly offsetOf: (index: number) => number;
}

/** Returns the fragmented tracks by track id. */
export function fragmentsOf(
  bytes: Bytes,
  file: { readonly mvex: Box; readonly moofs: readonly Box[]; readonly media: Media },
): ReadonlyMap<number, FragmentedTrack> {
  const defaults = defaultsOf(bytes, file.mvex);
  const tracks = new Map<number, FragmentedTrack>();
  for (const id of defaults.keys()) tracks.set(id, { samples: { offsets: [], sizes: [] }, runs: [] });
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
  let [next, start] = [base, startOf(bytes, traf)];
  for (const box of boxes(bytes, traf)) {
    if (box.type !== 'trun') continue;
    next = addRun(payload(bytes, box), { own, base, next, media, start }, track);
    start = undefined;
  }
  return next;
}

/** The time at which a fragment says that its first sample is decoded. */
function startOf(bytes: Bytes, traf: Box): number | undefined {
  const box = maybeChild(bytes, traf, 'tfdt');
  if (box === null) return undefined;
  const tfdt = payload(bytes, box);
  return u8(tfdt, 0) === 1 ? u64be(tfdt, 4) : u32be(tfdt, 4);
}

interface Place {
  readonly own: Defaults;
  readonly base: number;
  readonly next: number;
  readonly media: Media;
  readonly start: number | undefined;
}

function addRun(trun: Bytes, { own, base, next, media, start }: Place, track: FragmentedTrack): number {
  const [flags, count] = [u32be(trun, 0), u32be(trun, 4)];
  const first = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  const entryBytes = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4;
  must(first + count * entryBytes === trun.length, 'a run of another size');
  const field = (flag: number, other: number): ((index: number) => number) => {
    if ((flags & flag) === 0) return () => other;
    const at = first + [0x100, 0x200, 0x400, 0x800].filter((before) => before < flag && flags & before).length * 4;
    return (index) => u32be(trun, at + index * entryBytes);
  };
  const offset = field(0x800, 0);
  track.runs.push({ start, count, deltaOf: field(0x100, own.duration), offsetOf: (index) => offset(index) | 0 });
  const from = flags & 0x1 ? base + (u32be(trun, 8) | 0) : next;
  return claimRun(media, { start: from, count, sizeOf: field(0x200, own.size) }, track.samples);
}

export function addRuns(times: Times, runs: readonly Run[]): void {
  for (const { start, count, deltaOf, offsetOf } of runs) {
    if (start !== undefined) times.startAt(start);
    for (let index = 0; index < count; index++) times.add(deltaOf(index), offsetOf(index));
  }
}
