/** Findings of filters about a video, from the lines that they print for its frames: cuts, black parts, frozen parts. */

export interface Part {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export interface Findings {
  /** Scenes begin and end at each cut, and cover the whole video. */
  readonly scenes: readonly Part[];
  readonly black: readonly Part[];
  readonly frozen: readonly Part[];
  readonly frames: number;
}

export interface Bounds {
  /** The end of the video: a part that began and did not end lasts until then. */
  readonly seconds: number;
  /** Shorter black parts are ignored; the filter for frozen parts has its own limit. */
  readonly blackSeconds: number;
}

export interface Listener {
  /** Reads one chunk of the output. */
  readonly read: (text: string) => void;
  readonly findings: (bounds: Bounds) => Findings;
}

const LINE_CHARACTERS_MAX = 1000;

export function createListener(): Listener {
  let [rest, frames] = ['', 0];
  const cuts: number[] = [];
  const [black, frozen] = [createParts(), createParts()];
  const told: Readonly<Record<string, (seconds: number) => void>> = {
    'scd.time': (seconds) => void cuts.push(seconds),
    black_start: black.begin,
    black_end: black.end,
    'freezedetect.freeze_start': frozen.begin,
    'freezedetect.freeze_end': frozen.end,
  };
  return {
    read(text) {
      const lines = (rest + text).split('\n');
      rest = (lines.pop() ?? '').slice(-LINE_CHARACTERS_MAX);
      for (const line of lines) {
        if (line.startsWith('frame:')) frames += 1;
        const [, name, value] = /^lavfi\.([a-z_.]+)=(\d+(?:\.\d+)?)$/.exec(line) ?? [];
        if (name !== undefined) told[name]?.(Number(value));
      }
    },
    findings: ({ seconds, blackSeconds }) => ({
      scenes: scenesOf(cuts, seconds),
      black: black.until(seconds).filter((part) => part.endSeconds - part.startSeconds >= blackSeconds),
      frozen: frozen.until(seconds),
      frames,
    }),
  };
}

function createParts() {
  const parts: Part[] = [];
  let begun: number | null = null;
  return {
    begin: (seconds: number) => void (begun = seconds),
    end: (seconds: number): void => {
      if (begun !== null && seconds > begun) parts.push({ startSeconds: begun, endSeconds: seconds });
      begun = null;
    },
    until: (seconds: number): readonly Part[] =>
      begun === null || begun >= seconds ? parts : [...parts, { startSeconds: begun, endSeconds: seconds }],
  };
}

function scenesOf(cuts: readonly number[], seconds: number): readonly Part[] {
  const starts = [0];
  for (const cut of cuts) if (cut > (starts.at(-1) ?? 0) && cut < seconds) starts.push(cut);
  return starts.map((startSeconds, n) => ({ startSeconds, endSeconds: starts[n + 1] ?? seconds }));
}
