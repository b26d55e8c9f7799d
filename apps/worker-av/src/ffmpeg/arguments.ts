/** Command lines of ffmpeg. They are made of words that stand in this folder and of numbers; nothing that a client wrote is ever a part of one. */
import type { Ffmpeg } from '@farebox/ffmpeg';
import { type Chain, graphText, soundOf } from './filters.ts';
import { inputWords, type Source } from './input.ts';
import type { Output } from './output.ts';
import { picturesAlone } from './pictures.ts';
import { listenedTo } from './sound.ts';
import { lookedAt } from './video.ts';

type Command = readonly [string, ...string[]];

/** Of one block of memory that a file asks for. */
const BLOCK_BYTES_MAX = 256 * 1024 ** 2;

const STILL = ['-hide_banner', '-nostdin', '-nostats', '-max_alloc', String(BLOCK_BYTES_MAX)];
const QUIET = [...STILL, '-loglevel', 'error'];

/** What any number of threads would make in another order each time. */
const REPEATABLE = ['-threads', '1', '-fflags', '+bitexact'] as const;

export interface Job {
  readonly inputs: readonly Source[];
  /** Empty: what comes in goes out. */
  readonly graph?: readonly Chain[];
  readonly outputs: readonly Output[];
  /** How much goes through, to tell how far it is. */
  readonly seconds: number;
}

/** Says on its standard output how far it is. The same sources twice give the same bytes. */
export const jobCommand = (ffmpeg: Ffmpeg, { inputs, graph = [], outputs }: Job, out: (file: string) => string) =>
  [
    ffmpeg.path,
    ...QUIET,
    '-progress',
    'pipe:1',
    '-filter_threads',
    '1',
    ...inputs.flatMap(inputWords),
    ...graphWords([...graph, ...outputs.flatMap((output) => output.graph ?? [])]),
    ...outputs.flatMap(({ file, words }) => [...REPEATABLE, ...words, '-y', `file:${out(file)}`]),
  ] satisfies Command;

/** What is looked at and not made: the last filter of the graph says what it sees on the standard output. */
export interface Look {
  readonly input: Source;
  readonly graph: readonly Chain[];
  /** Of the graph. */
  readonly pad: string;
  /** How much goes through, to tell how far it is. */
  readonly seconds: number;
}

export const lookCommand = (ffmpeg: Ffmpeg, { input, graph, pad }: Look): Command => [
  ffmpeg.path,
  ...QUIET,
  '-filter_threads',
  '1',
  ...inputWords(input),
  ...graphWords(graph),
  ...picturesAlone(pad),
  '-f',
  'null',
  '-',
];

/** The same of sound, where filters say at the end of the log what they found, too. */
export const hearCommand = (ffmpeg: Ffmpeg, { input, graph, pad }: Look): Command => [
  ffmpeg.path,
  ...STILL,
  '-loglevel',
  'info',
  '-progress',
  'pipe:1',
  '-filter_threads',
  '1',
  ...inputWords(input),
  ...graphWords(graph),
  ...listenedTo(`[${pad}]`),
];

/** Only decodes: tells whether a source is at fault. */
export const decodeCommand = (ffmpeg: Ffmpeg, source: Source): Command => [
  ffmpeg.path,
  ...QUIET,
  ...inputWords(source),
  ...(source.mimeType === 'video/mp4' ? lookedAt() : listenedTo(soundOf(0))),
];

const graphWords = (graph: readonly Chain[]): readonly string[] =>
  graph.length === 0 ? [] : ['-filter_complex_threads', '1', '-filter_complex', graphText(graph)];
