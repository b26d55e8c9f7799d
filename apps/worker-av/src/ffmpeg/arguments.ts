/** Command lines of ffmpeg. They consist of words in this folder and of numbers, never of client text. */
import type { Ffmpeg } from '@farebox/sandbox';
import { tellingTags } from '../colour/tags.ts';
import { type Chain, graphText, soundOf } from './filters.ts';
import { inputWords, type Source } from './input.ts';
import type { Output } from './output.ts';
import { picturesAlone } from './pictures.ts';
import { listenedTo } from './sound.ts';
import { TIMELINE_WORDS } from './timeline.ts';
import { lookedAt } from './video.ts';

type Command = readonly [string, ...string[]];

/** The limit for one block of memory that a file makes ffmpeg allocate. */
const BLOCK_BYTES_MAX = 256 * 1024 ** 2;

const STILL = ['-hide_banner', '-nostdin', '-nostats', '-max_alloc', String(BLOCK_BYTES_MAX)];
const QUIET = [...STILL, '-loglevel', 'error'];

/** Several threads would produce the output in a different order each time. */
const REPEATABLE = ['-threads', '1', '-fflags', '+bitexact'] as const;

export interface Job {
  readonly inputs: readonly Source[];
  /** If empty, inputs are written without filters. */
  readonly graph?: readonly Chain[];
  readonly outputs: readonly Output[];
  /** Seconds to process, for the progress. */
  readonly seconds: number;
}

/** Reports progress on standard output. The same sources give the same bytes. */
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

/** An analysis that writes no file: the last filter of the graph reports its findings on standard output. */
export interface Look {
  readonly input: Source;
  readonly graph: readonly Chain[];
  /** A pad of the graph. */
  readonly pad: string;
  /** Seconds to process, for the progress. */
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

/** Like `lookCommand`, for audio. Audio filters also report findings at the end of the log. */
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

/** Reads the times of the pictures and decodes nothing. */
export const timesCommand = (ffmpeg: Ffmpeg, source: Source): Command => [
  ffmpeg.path,
  ...QUIET,
  ...inputWords(source),
  ...TIMELINE_WORDS,
];

/** Prints the colour tags of the first frame in the log. Damaged frames before it are skipped. */
export const tagsCommand = (ffmpeg: Ffmpeg, source: Source): Command => [
  ffmpeg.path,
  ...STILL,
  '-loglevel',
  'info',
  '-max_error_rate',
  '1',
  ...inputWords(source),
  ...graphWords([tellingTags('told')]),
  ...picturesAlone('told'),
  '-f',
  'null',
  '-',
];

/** Only decodes, to find out whether a source is at fault. */
export const decodeCommand = (ffmpeg: Ffmpeg, source: Source): Command => [
  ffmpeg.path,
  ...QUIET,
  ...inputWords(source),
  ...(source.mimeType === 'video/mp4' ? lookedAt() : listenedTo(soundOf(0))),
];

const graphWords = (graph: readonly Chain[]): readonly string[] =>
  graph.length === 0 ? [] : ['-filter_complex_threads', '1', '-filter_complex', graphText(graph)];
