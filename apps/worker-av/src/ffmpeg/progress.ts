/** How far ffmpeg is, by what it says with -progress: lines of name=value, of which one is how much it has written. */

export interface Progress {
  /** A piece of what it says. */
  readonly read: (text: string) => void;
  /** 0 to 1. */
  readonly share: () => number;
}

const LINE_CHARACTERS_MAX = 1000;

export function createProgress(secondsMax: number): Progress {
  let [rest, seconds] = ['', 0];
  return {
    read(text) {
      const lines = (rest + text).split('\n');
      rest = (lines.pop() ?? '').slice(-LINE_CHARACTERS_MAX);
      for (const line of lines) {
        const [, micros] = /^out_time_us=(\d+)$/.exec(line) ?? [];
        if (micros !== undefined) seconds = Math.max(seconds, Number(micros) / 1e6);
      }
    },
    share: () => Math.min(1, seconds / secondsMax),
  };
}
