/** Sources for the tests of this app, made by ffmpeg; what ffprobe reads from a file; and a function that runs a tool. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createCatalog,
  type FileFacts,
  type InputRef,
  type JsonObject,
  type Quote,
  type StepPlan,
} from '@farebox/catalog';
import { findFfmpeg, findIsolation } from '@farebox/sandbox';
import { AUDIO_FORMAT_NAMES, type SoundType, VIDEO_FORMAT_NAMES } from '@farebox/kernel';
import { inspect } from '@farebox/media';
import type { InputFile, OperationOutput } from '@farebox/worker';
import { type AvOperationOptions, type AvOperations, createAvOperations } from '../operations.ts';

const found = findFfmpeg(process.env['FAREBOX_FFMPEG'] ?? '', process.env['PATH'] ?? '');
/** The ffmpeg under test; the one on PATH makes the sources and reads the results. Null: nothing can be tested here. */
export const FFMPEG = found.ok ? found.ffmpeg : null;

export const catalog = createCatalog({
  rehearsal: false,
  audioFormats: new Set(AUDIO_FORMAT_NAMES),
  videoFormats: new Set(VIDEO_FORMAT_NAMES),
});

export function openOperations(options: Partial<AvOperationOptions> = {}): AvOperations {
  if (FFMPEG === null) throw new Error('no ffmpeg here');
  const isolation = findIsolation();
  const bounds = { concurrency: 2, secondsMax: 3600, outputBytesMax: 256 * 1024 ** 2 };
  return createAvOperations({ ffmpeg: FFMPEG, isolation, ...bounds, ...options });
}

/** A directory that is removed when it goes out of scope. */
export async function scratch(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'farebox-av-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** @param args of ffmpeg, without the output. */
export function make(path: string, args: readonly string[]): string {
  execFileSync('ffmpeg', ['-nostdin', '-loglevel', 'error', ...args, '-y', path], { stdio: 'pipe' });
  return path;
}

/** A tone that differs between left and right. */
export const tone = (seconds: number, rate = 44_100): readonly string[] => [
  '-f',
  'lavfi',
  '-i',
  `aevalsrc=0.3*sin(2*PI*440*t)|0.2*sin(2*PI*660*t):s=${rate}:d=${seconds}`,
];

export interface Probed {
  readonly codec: string;
  readonly seconds: number;
  readonly rate: number;
  readonly channels: number;
  readonly streams: number;
  readonly tags: Readonly<Record<string, string>>;
}

/** Reads the file with ffprobe instead of the program that made it. */
function probe(path: string): Probed {
  const args = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', path];
  const { streams, format } = JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' })) as {
    streams: readonly Record<string, string>[];
    format: { duration: string; tags?: Record<string, string> };
  };
  const [stream = {}] = streams;
  return {
    codec: String(stream['codec_name']),
    seconds: Number(format.duration),
    rate: Number(stream['sample_rate']),
    channels: Number(stream['channels']),
    streams: streams.length,
    tags: { ...(stream['tags'] as unknown as Record<string, string>), ...format.tags },
  };
}

/** A file of the project with this id. */
export async function sourceOf(path: string, mimeType: SoundType, fileId = 'file_a'): Promise<InputFile> {
  const { size: sizeBytes } = await stat(path);
  return { fileId, path, mimeType, sizeBytes };
}

/** The facts that an upload would store. A file that no upload accepts gets the declared duration. */
async function factsOf({ fileId: id, path, mimeType, sizeBytes }: InputFile, told?: number): Promise<FileFacts> {
  const measured = inspect(await readFile(path), mimeType as SoundType);
  const durationSeconds = told ?? (measured.ok ? measured.durationSeconds : 1);
  const { width, height } = measured.ok ? measured : {};
  return {
    id,
    mimeType,
    sizeBytes,
    sha256: '0'.repeat(64),
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
    ...(width === undefined || height === undefined ? {} : { width, height }),
  };
}

export interface Ran extends OperationOutput {
  readonly quote: Quote;
  readonly contents: readonly Buffer[];
  /** The artifacts as ffprobe reads them. */
  readonly probed: readonly Probed[];
  /** The progress at each read, and at the end. */
  readonly shares: readonly number[];
}

export interface RunInput {
  readonly tool: string;
  readonly input: JsonObject;
  /** The `source` of the input. */
  readonly source?: InputFile;
  /** For a tool that takes several files, which its input names. */
  readonly files?: readonly InputFile[];
  /** The duration that the quote assumes, as for an artifact that an earlier step will make. */
  readonly facts?: { readonly seconds: number };
  readonly signal?: AbortSignal;
}

/** The quote refuses this input, so nothing runs. */
export class NotQuoted extends Error {
  override readonly name = 'NotQuoted';
}

const LOOK_MS = 5;

/** Quotes and runs one input as the step loop would. */
export async function run({ operations }: Pick<AvOperations, 'operations'>, request: RunInput): Promise<Ran> {
  const { tool, input, source, files = source === undefined ? [] : [source], facts: told, signal } = request;
  const whole = source === undefined ? input : { ...input, source: { fileId: source.fileId } };
  const prepared = catalog.prepare({ tool, arguments: whole });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared));
  const facts = await Promise.all(
    files.map(async (file) => [file.fileId, await factsOf(file, told?.seconds)] as const),
  );
  const quote = catalog.quote(prepared, new Map(facts));
  if (!quote.ok) throw new NotQuoted(JSON.stringify(quote));
  await using directory = await scratch();
  const [step] = quote.plan;
  let read = (): number => 0;
  const shares = new Set<number>();
  const looking = setInterval(() => shares.add(read()), LOOK_MS);
  using _ = { [Symbol.dispose]: () => clearInterval(looking) };
  const output = await operations[step!.operation]!({
    projectId: 'project-one',
    organizationId: 'org-one',
    parameters: step!.parameters,
    inputs: inputsOf(step!, files),
    directory: directory.path,
    signal: signal ?? new AbortController().signal,
    usedCpu: () => {},
    onProgress: (share) => (read = share),
  });
  if (output.units > step!.price.unitsMax) throw new Error(`measured ${output.units}, more than was quoted`);
  const paths = output.artifacts.map(({ path }) => path);
  return {
    ...output,
    quote,
    contents: await Promise.all(paths.map((path) => readFile(path))),
    probed: paths.map(probe),
    shares: [...shares.add(read())],
  };
}

function inputsOf({ inputs }: StepPlan, files: readonly InputFile[]): Record<string, InputFile> {
  const named = ([field, ref]: [string, InputRef]) =>
    [field, files.find(({ fileId }) => 'fileId' in ref && fileId === ref.fileId) as InputFile] as const;
  return Object.fromEntries(Object.entries(inputs).map(named));
}
