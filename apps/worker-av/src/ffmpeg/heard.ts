/** Findings of audio filters: silences on standard output while they run, the loudness at the end of the log. */
import { type Filter, filter } from './filters.ts';

export interface Loudness {
  /** Null if no part is loud enough, or long enough, to be measured. */
  readonly integratedLufs: number | null;
  readonly loudnessRangeLu: number | null;
  /** Null for digital silence. */
  readonly truePeakDbtp: number | null;
}

/** Reports at the end of a run; does not change the audio. */
export const METER = filter('ebur128', { peak: 'true', framelog: 'verbose' });

/** The value that is reported if no part passed the gate. */
const GATE_LUFS = -70;

/**
 * Null if there was no audio at all. A metadata title that looks like a summary comes before the real one, so the last
 * one counts.
 */
export function loudnessIn(log: string): Loudness | null {
  const summary = /^[^]*Summary:\s+Integrated loudness:([^]*)$/.exec(log)?.[1];
  if (summary === undefined) return null;
  const numberOf = (pattern: RegExp): number | null => {
    const value = Number(pattern.exec(summary)?.[1] ?? Number.NaN);
    return Number.isFinite(value) ? value : null;
  };
  const integrated = numberOf(/I:\s+(\S+) LUFS/);
  const isCounted = integrated !== null && integrated > GATE_LUFS;
  return {
    integratedLufs: isCounted ? integrated : null,
    loudnessRangeLu: isCounted ? numberOf(/LRA:\s+(\S+) LU/) : null,
    truePeakDbtp: numberOf(/Peak:\s+(\S+) dBFS/),
  };
}

interface Silent {
  readonly silenceDb: number;
  readonly silenceSeconds: number;
}

/** Reports silences on standard output; does not change the audio. */
export const tellingSilences = ({ silenceDb, silenceSeconds }: Silent): readonly [Filter, Filter] => [
  filter('silencedetect', { noise: `${silenceDb}dB`, duration: silenceSeconds }),
  filter('ametadata', { mode: 'print', file: '-', direct: 1 }),
];

export interface Silence {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

const LINE_CHARACTERS_MAX = 1000;

export interface Silences {
  /** Reads one chunk of the output. */
  readonly read: (text: string) => void;
  /** Closes a silence that lasts until the end of the audio, for which no end is reported. */
  readonly until: (seconds: number) => readonly Silence[];
}

export function createSilences(): Silences {
  const found: Silence[] = [];
  let [rest, start] = ['', null as number | null];
  return {
    read(text) {
      const lines = (rest + text).split('\n');
      rest = (lines.pop() ?? '').slice(-LINE_CHARACTERS_MAX);
      for (const line of lines) {
        const [, edge, seconds] = /^lavfi\.silence_(start|end)=(-?[\d.]+)$/.exec(line) ?? [];
        if (edge === 'start') start = Number(seconds);
        if (edge !== 'end' || start === null) continue;
        found.push(between(start, Number(seconds)));
        start = null;
      }
    },
    until: (seconds) => (start === null || start >= seconds ? found : [...found, between(start, seconds)]),
  };
}

const between = (start: number, end: number): Silence => ({
  startSeconds: inMillis(Math.max(0, start)),
  endSeconds: inMillis(end),
});

export const inMillis = (seconds: number): number => Math.round(seconds * 1000) / 1000;
