/**
 * The times at which the pictures of a video are shown, as ffmpeg reads them from the file: nothing is decoded. ffmpeg
 * prints a line for each packet, with its times in units of a clock that a line at the beginning names.
 */
import { picturesIn, soundOf } from './filters.ts';

export interface Timeline {
  /** Seconds at which each picture appears, in order; at least one. */
  readonly starts: readonly number[];
  /** Seconds for which the last picture is shown; at least 0. */
  readonly lastSeconds: number;
  /** The end of the pictures or of the audio, whichever is later. */
  readonly endSeconds: number;
}

/** Prints the packets of the first video track and of the first audio track. */
export const TIMELINE_WORDS: readonly string[] = [
  '-map',
  picturesIn(0),
  '-map',
  `${soundOf(0)}?`,
  '-c',
  'copy',
  // Also the packets before the first key frame: an edit list may begin between two of them.
  '-copyinkf',
  '-f',
  'framecrc',
  '-',
];

const LINE_CHARACTERS_MAX = 1000;

export interface TimelineReader {
  /** Reads one chunk of the output. */
  readonly read: (text: string) => void;
  /** Null if no picture is shown. */
  readonly timeline: () => Timeline | null;
}

export function createTimelineReader(): TimelineReader {
  let rest = '';
  const clocks = [0, 0];
  const starts: number[] = [];
  let [last, lastSeconds, endSeconds] = [-Infinity, 0, 0];
  const add = ({ track, at: units, duration }: Packet): void => {
    const clock = clocks[track] ?? 0;
    const [at, seconds] = [units * clock, duration * clock];
    endSeconds = Math.max(endSeconds, at + seconds);
    if (track !== 0) return;
    starts.push(at);
    if (at >= last) [last, lastSeconds] = [at, seconds];
  };
  return {
    read(text) {
      const lines = (rest + text).split('\n');
      rest = (lines.pop() ?? '').slice(-LINE_CHARACTERS_MAX);
      for (const line of lines) {
        const [, track, over, under] = /^#tb ([01]): (\d+)\/(\d+)$/.exec(line) ?? [];
        if (track !== undefined) clocks[Number(track)] = Number(over) / Number(under);
        const packet = packetIn(line);
        if (packet !== null) add(packet);
      }
    },
    timeline() {
      if (starts.length === 0) return null;
      starts.sort((one, other) => one - other);
      const shownSeconds = lastSeconds > 0 ? lastSeconds : gapsOf(starts).shortest;
      const known = Number.isFinite(shownSeconds) ? shownSeconds : 0;
      return { starts, lastSeconds: known, endSeconds: Math.max(endSeconds, last + known) };
    },
  };
}

/** The shortest and the longest time between two pictures: Infinity and 0 if there is only one. */
export function gapsOf(starts: readonly number[]): { readonly shortest: number; readonly longest: number } {
  let [shortest, longest] = [Infinity, 0];
  for (let n = 1; n < starts.length; n++) {
    const gap = (starts[n] as number) - (starts[n - 1] as number);
    [shortest, longest] = [Math.min(shortest, gap), Math.max(longest, gap)];
  }
  return { shortest, longest };
}

interface Packet {
  /** 0 is the video, 1 the audio. */
  readonly track: number;
  /** In units of the clock of the track. */
  readonly at: number;
  readonly duration: number;
}

const PACKET = /^([01]), +-?\d+, +(-?\d+), +(-?\d+), +\d+, 0x[\da-f]+(?:, F=0x([\da-f]+))?/i;
/** A packet that is decoded but not shown, because an edit list leaves it out. */
const UNSHOWN = 4;

function packetIn(line: string): Packet | null {
  const [, track, at, duration, flags = '0'] = PACKET.exec(line) ?? [];
  if (track === undefined || (Number.parseInt(flags, 16) & UNSHOWN) !== 0) return null;
  return { track: Number(track), at: Number(at), duration: Math.max(0, Number(duration)) };
}
