/** Test support: videos that declare more than any real one has, made from a real one by changing its boxes. */
import { fixture } from './mutants.ts';

const FOLDERS = new Set(['trak', 'mdia', 'minf', 'stbl']);

const u32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};
const box = (type: string, payload: Buffer): Buffer =>
  Buffer.concat([u32(payload.length + 8), Buffer.from(type), payload]);

type Change = (type: string, payload: Buffer) => readonly Buffer[];

/** Replaces every box of one level, in order, by the result of `change`. */
function changed(level: Buffer, change: Change): Buffer {
  const made: Buffer[] = [];
  for (let at = 0; at < level.length; at += level.readUInt32BE(at)) {
    const payload = level.subarray(at + 8, at + level.readUInt32BE(at));
    made.push(...change(level.toString('latin1', at + 4, at + 8), payload));
  }
  return Buffer.concat(made);
}

/** The tables are after the media data, so that nothing moves when they grow. */
const inMovie = (change: Change): Buffer =>
  changed(fixture('moov-last.mp4'), (type, payload) => [
    box(type, type === 'moov' ? changed(payload, change) : payload),
  ]);

export const withTracks = (count: number): Buffer =>
  inMovie((type, payload) => Array.from({ length: type === 'trak' ? count : 1 }, () => box(type, payload)));

const inTables =
  (change: (type: string, payload: Buffer) => Buffer): Change =>
  (type, payload) => [box(type, FOLDERS.has(type) ? changed(payload, inTables(change)) : change(type, payload))];

/** Each frame lasts one tick of a clock with four billion ticks per second. */
export const withAbsurdRate = (): Buffer =>
  inMovie((type, payload) => {
    if (type !== 'trak' || !payload.includes('vide')) return [box(type, payload)];
    return inTables((inner, content) => {
      const copy = Buffer.from(content);
      if (inner === 'mdhd') copy.writeUInt32BE(0xffff_ffff, 12);
      if (inner === 'stts') copy.writeUInt32BE(1, 12);
      return copy;
    })(type, payload);
  });

/** The tables declare four billion samples, none of which exist. */
export const withCountlessSamples = (): Buffer =>
  inMovie(
    inTables((type, payload) => {
      const copy = Buffer.from(payload);
      if (type === 'stsz') copy.writeUInt32BE(0xffff_fff0, 8);
      if (type === 'stts') copy.writeUInt32BE(0xffff_fff0, 8);
      return copy;
    }),
  );
