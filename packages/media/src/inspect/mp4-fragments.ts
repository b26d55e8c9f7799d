/** How long a fragmented file lasts: its moov says nothing, so the runs of its fragments are summed, entry by entry. */
import { u32be } from './bytes.ts';
import { must, seconds } from './inspection.ts';
import { type Box, boxes, child, payload } from './mp4-boxes.ts';
import type { Track } from './mp4-track.ts';

/** The longest track's seconds. */
export function fragmentsSeconds(
  bytes: Buffer,
  file: { readonly mvex: Box; readonly moofs: readonly Box[]; readonly tracks: readonly Track[] },
): number {
  const defaults = new Map<number, number>();
  for (const box of boxes(bytes, file.mvex)) {
    if (box.type !== 'trex') continue;
    const trex = payload(bytes, box);
    defaults.set(u32be(trex, 4), u32be(trex, 12));
  }
  const units = new Map<number, number>();
  for (const moof of file.moofs) {
    for (const traf of boxes(bytes, moof)) {
      if (traf.type !== 'traf') continue;
      const { id, duration } = trafDuration(bytes, traf, defaults);
      units.set(id, (units.get(id) ?? 0) + duration);
    }
  }
  return Math.max(0, ...file.tracks.map(({ id, timescale }) => seconds(units.get(id) ?? 0, timescale)));
}

function trafDuration(
  bytes: Buffer,
  traf: Box,
  defaults: ReadonlyMap<number, number>,
): { id: number; duration: number } {
  const tfhd = payload(bytes, child(bytes, traf, 'tfhd'));
  const [flags, id] = [u32be(tfhd, 0), u32be(tfhd, 4)];
  must(defaults.has(id), 'a fragment of an unknown track');
  const at = 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0);
  const sampleDuration = flags & 0x8 ? u32be(tfhd, at) : (defaults.get(id) ?? 0);
  let duration = 0;
  for (const box of boxes(bytes, traf)) {
    if (box.type === 'trun') duration += runDuration(payload(bytes, box), sampleDuration);
  }
  return { id, duration };
}

function runDuration(trun: Buffer, sampleDuration: number): number {
  const [flags, count] = [u32be(trun, 0), u32be(trun, 4)];
  const start = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  const entryBytes = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4;
  must(start + count * entryBytes === trun.length, 'a run of another size');
  if (!(flags & 0x100)) return count * sampleDuration;
  let duration = 0;
  for (let at = start; at < trun.length; at += entryBytes) duration += u32be(trun, at);
  return duration;
}
