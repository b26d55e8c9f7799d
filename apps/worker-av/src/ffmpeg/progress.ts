/**
 * How far ffmpeg is, by what it says: with -progress lines of name=value, of which one is how much it has written, or a line for each
 * picture that a filter has looked at.
 */

/** Which part of the whole work one run is; 0 to 1. */
export interface Share {
  readonly from: number;
  readonly to: number;
}

export interface Progress {
  /** A run begins that has so many seconds to write; what it says comes in pieces. */
  readonly begin: (seconds: number, share?: Share) => (text: string) => void;
  /** 0 to 1. */
  readonly share: () => number;
}

const LINE_CHARACTERS_MAX = 1000;
const WHOLE: Share = { from: 0, to: 1 };

export function createProgress(): Progress {
  let reached = 0;
  return {
    begin(seconds, { from, to } = WHOLE) {
      let rest = '';
      return (text) => {
        const lines = (rest + text).split('\n');
        rest = (lines.pop() ?? '').slice(-LINE_CHARACTERS_MAX);
        for (const line of lines) {
          const done = Math.min(1, secondsIn(line) / seconds);
          reached = Math.max(reached, from + (to - from) * done);
        }
      };
    },
    share: () => reached,
  };
}

function secondsIn(line: string): number {
  const [, micros, at] = /^(?:out_time_us=(\d+)$|frame:\d+ +pts:\d+ +pts_time:([\d.]+))/.exec(line) ?? [];
  return micros === undefined ? Number(at ?? 0) : Number(micros) / 1e6;
}
