/** What filters say of a sound that they listened to: silences on the standard output as they come, the loudness at the end of the log. */
import { type Filter, filter } from './filters.ts';

export interface Loudness {
  /** Null: nothing is loud enough, or long enough, to be counted. */
  readonly integratedLufs: number | null;
  readonly loudnessRangeLu: number | null;
  /** Null: digital silence. */
  readonly truePeakDbtp: number | null;
}

/** Tells at the end of a run; the sound goes through unchanged. */
export const METER = filter('ebur128', { peak: 'true', framelog: 'verbose' });

/** Where nothing passed the gate. */
const GATE_LUFS = -70;

/** Null: no sound was heard at all. A title that looks like a summary stands before the real one. */
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

/** Tells of silences on the standard output; the sound goes through unchanged. */
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
  /** A piece of what it says. */
  readonly read: (text: string) => void;
  /** One that lasts to the end of the sound has no end of its own. */
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
