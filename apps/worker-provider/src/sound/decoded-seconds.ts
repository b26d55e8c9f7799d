/**
 * How long a recording sounds when ffmpeg really decodes it: by samples, not by what any header or clock in it says. ffmpeg reads
 * hostile bytes, so it runs confined, with one demuxer, a few decoders, one thread, and bounds on time, memory and output.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { chown, copyFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Isolation } from '@tollgate/sandbox';
import { type InputFile, OperationFailure } from '@tollgate/worker';

export interface Decoding {
  readonly isolation: Isolation;
  /** Beyond it the decoding stops; that it was reached is all that is known then. */
  readonly secondsMax: number;
  readonly signal: AbortSignal;
}

const RATE = 8000;
const BYTES_PER_SECOND = RATE * 2;
const TIME_MS = 120_000;
const DEMUXERS: Readonly<Record<string, readonly string[]>> = {
  'audio/wav': ['-f', 'wav'],
  'audio/mpeg': ['-f', 'mp3'],
  // Edits hide sound from a player, not from who transcribes the file.
  'video/mp4': ['-f', 'mov', '-ignore_editlist', '1'],
};
const DECODERS =
  'aac,mp3,mp3float,opus,ac3,eac3,pcm_u8,pcm_s16le,pcm_s24le,pcm_s32le,pcm_f32le,pcm_f64le,pcm_alaw,pcm_mulaw';
/** Where programs are, and nothing else of the worker's environment. */
const SEARCHED = '/usr/local/bin:/usr/bin:/bin';
const LIMITS = ['prlimit', '--as=2147483648', '--cpu=120', '--'];

export const isFfmpegHere = (): boolean =>
  spawnSync('ffmpeg', ['-version'], { stdio: 'ignore', env: { PATH: SEARCHED } }).status === 0;

/** Two that run at once are two users, and none is a user that decodes pictures. */
const FIRST_SLOT = 500;
const SLOTS = 400;
let next = 0;

/** Null where it cannot be decoded at all. Rejects with the signal's reason, or with OperationFailure for what takes too long. */
export async function decodedSeconds(
  { path, mimeType }: InputFile,
  { isolation, secondsMax, signal }: Decoding,
): Promise<number | null> {
  const slot = FIRST_SLOT + (next++ % SLOTS);
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-run-'));
  const source = join(directory, 'source');
  const late = AbortSignal.timeout(TIME_MS);
  try {
    await copyFile(path, source);
    const owner = isolation.ownerOf(slot);
    if (owner !== null) for (const each of [directory, source]) await chown(each, owner, owner);
    const command = [...(isolation.kind === 'none' ? [] : LIMITS), ...argumentsFor(source, mimeType)];
    const [program = '', ...rest] = command;
    const [outer, ...args] = isolation.around({ command: [program, ...rest], slot, directory, readable: [] });
    const child = spawn(outer, args, {
      env: { PATH: SEARCHED },
      stdio: ['ignore', 'pipe', 'ignore'],
      signal: AbortSignal.any([signal, late]),
      killSignal: 'SIGKILL',
    });
    const ended = once(child, 'close');
    ended.catch(() => {});
    let bytes = 0;
    for await (const chunk of child.stdout) {
      bytes += (chunk as Buffer).length;
      if (bytes > secondsMax * BYTES_PER_SECOND) child.kill('SIGKILL');
    }
    await ended;
    return bytes === 0 ? null : bytes / BYTES_PER_SECOND;
  } catch (error) {
    signal.throwIfAborted();
    throw late.aborted ? new OperationFailure('time_limit_exceeded', { cause: error }) : error;
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

const INPUT = ['-nostdin', '-v', 'error', '-threads', '1', '-protocol_whitelist', 'file', '-codec_whitelist', DECODERS];
const OUTPUT = ['-vn', '-sn', '-dn', '-ac', '1', '-ar', String(RATE), '-f', 's16le', '-'];

const argumentsFor = (source: string, mimeType: string): readonly string[] => [
  'ffmpeg',
  ...INPUT,
  ...(DEMUXERS[mimeType] ?? []),
  '-i',
  source,
  ...OUTPUT,
];
