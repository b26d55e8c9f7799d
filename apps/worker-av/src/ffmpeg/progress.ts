/**
 * Progress of ffmpeg from its output. With -progress, it prints lines of name=value, one of which is the time written;
 * filters print a line for each frame.
 */

/** The share of the whole work that one run covers, as a range within 0 to 1. */
export interface Share {
  readonly from: number;
  readonly to: number;
}

export interface Progress {
  /** Starts a run that has this many seconds to write. The output arrives in chunks. */
  readonly begin: (seconds: number, share?: Share) => (text: string) => void;
  /** The progress, from 0 to 1. */
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
