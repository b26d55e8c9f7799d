/**
 * One running operation: its sources are measured, ffmpeg processes them in a working directory, and the results are
 * measured before they are used. An operation only defines the result. This file alone defines how ffmpeg runs, who is
 * at fault for a failure, and what is delivered.
 */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SOUND_PADDING_SECONDS } from '@farebox/catalog';
import { invariant } from '@farebox/kernel';
import type { Ended, VisitedRoom } from '@farebox/sandbox';
import {
  type InputFile,
  type LocalOperation,
  OperationFailure,
  type OutputArtifact,
  withinLimits,
} from '@farebox/worker';
import { type Colours, coloursOf } from './colour/colours.ts';
import { tagsIn } from './colour/tags.ts';
import {
  decodeCommand,
  hearCommand,
  type Job,
  jobCommand,
  type Look,
  lookCommand,
  tagsCommand,
  timesCommand,
} from './ffmpeg/arguments.ts';
import type { Source } from './ffmpeg/input.ts';
import type { Output } from './ffmpeg/output.ts';
import { createProgress, type Progress, type Share } from './ffmpeg/progress.ts';
import { createTimelineReader, type Timeline } from './ffmpeg/timeline.ts';
import { measure, type Measured, measuredSource, type Studio } from './studio.ts';

export interface MeasuredSource extends Measured, Source {}

type Inputs = Readonly<Record<string, InputFile>>;

export interface Session<I extends Inputs> {
  /** Field of the operation → the source, with the path for ffmpeg. */
  readonly sources: { readonly [F in keyof I]: MeasuredSource };
  /** Makes one artifact for each output, in order. */
  readonly make: (job: Job, share?: Share) => Promise<readonly OutputArtifact[]>;
  /** Like `make`, for a run that may succeed without some of its outputs, which are null. */
  readonly makeWhatComes: (job: Job, share?: Share) => Promise<readonly (OutputArtifact | null)[]>;
  /** The times of the pictures of a source with video. */
  readonly times: (source: Source) => Promise<Timeline>;
  /** Makes no file; the findings of the filters arrive in chunks. */
  readonly look: (look: Look, onText: (text: string) => void) => Promise<void>;
  /** Like `look`, for audio; resolves to the end of the log. */
  readonly hear: (look: Look, onText?: (text: string) => void, share?: Share) => Promise<string>;
  /** The colours of a source with video, from its first frame. */
  readonly seen: (source: MeasuredSource) => Promise<Colours>;
}

type Shared = 'projectId' | 'organizationId' | 'directory' | 'signal' | 'usedCpu' | 'onProgress';
type Context<I extends Inputs> = Pick<Parameters<LocalOperation>[0], Shared> & { readonly inputs: I };

export async function inSession<I extends Inputs, T>(
  studio: Studio,
  context: Context<I>,
  work: (session: Session<I>) => Promise<T>,
): Promise<T> {
  const { projectId: owner, organizationId, inputs, signal, usedCpu, onProgress, directory } = context;
  const measured = new Map<string, Measured>();
  for (const [field, input] of Object.entries<InputFile>(inputs))
    measured.set(field, await measuredSource(input, studio));
  const progress = createProgress();
  onProgress(progress.share);
  const visit = { owner, organizationId, inputs, signal, usedCpu, msMax: studio.msMax };
  return withinLimits(
    studio.sandbox.visit(visit, (room) => work(openSession(studio, { room, measured, progress, directory }))),
  );
}

/** The sources of an operation that takes a list, in order. */
export const listOf = <F extends string>(
  sources: Readonly<Record<`${F}/${number}`, MeasuredSource>>,
  field: F,
): readonly MeasuredSource[] => Array.from({ length: Object.keys(sources).length }, (_, n) => sources[`${field}/${n}`]);

interface Parts {
  readonly room: VisitedRoom;
  readonly measured: ReadonlyMap<string, Measured>;
  readonly progress: Progress;
  readonly directory: string;
}

function openSession<I extends Inputs>({ ffmpeg }: Studio, parts: Parts): Session<I> {
  const { room, measured, progress, directory } = parts;
  const sources = Array.from(measured, ([field, facts]) => [field, { ...facts, path: pathIn(room, field) }] as const);
  const decode = (source: Source): Promise<Ended> => room.run(decodeCommand(ffmpeg, source));
  return {
    sources: Object.fromEntries(sources) as Session<I>['sources'],
    async make(job, share) {
      const made = await makeWhatComes(job, share);
      // The source has nothing to show or to play at the requested time.
      return made.map((each) => each ?? notReadable());
    },
    makeWhatComes,
    async times(source) {
      const reader = createTimelineReader();
      const ended = await room.run(timesCommand(ffmpeg, source), { onText: reader.read });
      if (ended.code !== 0) throw await faultOf(ended, [source], decode);
      return reader.timeline() ?? notReadable();
    },
    async look(look, onText) {
      const ended = await room.run(lookCommand(ffmpeg, look), { onText: toBoth(progress.begin(look.seconds), onText) });
      if (ended.code !== 0) throw await faultOf(ended, [look.input], decode);
    },
    async hear(look, onText = () => {}, share?) {
      const told = toBoth(progress.begin(look.seconds, share), onText);
      const ended = await room.run(hearCommand(ffmpeg, look), { onText: told });
      if (ended.code !== 0) throw await faultOf(quiet(ended), [look.input], decode);
      return ended.stderr;
    },
    async seen(source) {
      const { video } = source;
      invariant(video !== undefined, 'a source with colours has video');
      const ended = await room.run(tagsCommand(ffmpeg, source));
      if (ended.code !== 0) throw await faultOf(quiet(ended), [source], decode);
      return coloursOf(tagsIn(ended.stderr), video);
    },
  };

  async function makeWhatComes(job: Job, share?: Share): Promise<readonly (OutputArtifact | null)[]> {
    const { inputs, outputs, seconds } = job;
    const command = jobCommand(ffmpeg, job, (file) => join(room.out, file));
    const ended = await room.run(command, { onText: progress.begin(seconds, share) });
    if (ended.code !== 0) throw await faultOf(ended, inputs, decode);
    const there = new Set(await readdir(room.out));
    const come = outputs.filter(({ file }) => there.has(file));
    await room.deliver(
      directory,
      come.map(({ file }) => file),
    );
    return Promise.all(
      outputs.map(async (output) => (come.includes(output) ? checked(join(directory, output.file), output) : null)),
    );
  }
}

const toBoth = (one: (text: string) => void, other: (text: string) => void) => (text: string) => {
  one(text);
  other(text);
};

/** The log contains metadata of the file, such as its title, which must not reach our own log. */
const quiet = (ended: Ended): Ended => ({
  ...ended,
  stderr: [NO_SOUND, NOT_SUPPORTED, SHORT_OF_MEMORY].map((each) => each.exec(ended.stderr)?.[0] ?? '').join(' '),
});

const NO_SOUND = /matches no streams/;
/**
 * Errors of an encoder, or of a filter that cannot be configured for the input: for example a channel layout that
 * nothing declares.
 */
const NOT_SUPPORTED =
  /Error reinitializing filters|(?:Invalid|Unsupported) channel layout|channels not supported|mapping family undefined|Hz not supported|invalid block size|Specified (?:channel layout|sample rate)[^\n]{0,99} not supported/;
const SHORT_OF_MEMORY = /Cannot allocate memory/;

function notReadable(): never {
  throw new OperationFailure('source_not_readable');
}

function pathIn({ inputs }: VisitedRoom, field: string): string {
  const { path } = inputs[field] ?? {};
  invariant(path !== undefined, 'a source is in its room');
  return path;
}

/**
 * The exit code of ffmpeg if two thirds of the input did not decode. If another track decodes, decoding the whole
 * source still succeeds.
 */
const HARDLY_DECODED = 69;

/**
 * A source is at fault only if it cannot be decoded alone. Any other error is a defect of ours and may disappear on
 * another attempt.
 */
async function faultOf(
  ended: Ended,
  inputs: readonly Source[],
  decode: (source: Source) => Promise<Ended>,
): Promise<Error> {
  if (NO_SOUND.test(ended.stderr)) return new OperationFailure('source_has_no_sound');
  const cause = new Error(`ffmpeg ended with ${ended.code}: ${ended.stderr}`);
  if (NOT_SUPPORTED.test(ended.stderr) && !SHORT_OF_MEMORY.test(ended.stderr))
    return new OperationFailure('source_not_supported', { cause });
  if (ended.code === HARDLY_DECODED) return new OperationFailure('source_not_readable', { cause });
  for (const input of inputs) {
    if ((await decode(input)).code !== 0) return new OperationFailure('source_not_readable', { cause });
  }
  return cause;
}

/** A result that lasts longer than quoted is not what the customer paid for. */
async function checked(path: string, { mimeType, secondsMax, size }: Output): Promise<OutputArtifact> {
  const found = await lstat(path);
  // A filter that got too little input leaves an empty file. A path that is not a file comes from a hostile source.
  if (!found.isFile() || found.size === 0) throw new OperationFailure('source_not_readable');
  const measures = await measure(path, mimeType);
  // A source without a single audio sample gives an invalid file.
  if (measures === null) throw new OperationFailure('source_not_readable');
  const { durationSeconds = 0 } = measures;
  if (secondsMax !== undefined && durationSeconds > secondsMax + SOUND_PADDING_SECONDS)
    throw new OperationFailure('source_not_readable');
  const isAsLarge = size === undefined || (measures.width === size.width && measures.height === size.height);
  invariant(isAsLarge, 'what was made has the size that it was made in');
  return { path, mimeType, ...measures };
}
