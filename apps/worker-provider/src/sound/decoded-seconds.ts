/**
 * Measures how long a recording is when ffmpeg decodes it: by samples, not by headers or clocks in the file. ffmpeg
 * reads hostile bytes, so it runs in a sandbox, with one demuxer, a few decoders, one thread, and limits on time,
 * memory and output.
 */
import { createProgramSandbox, type Ffmpeg, type Isolation, type ProgramSandbox } from '@farebox/sandbox';
import { invariant } from '@farebox/kernel';
import type { InputFile, OperationContext } from '@farebox/worker';

export interface DecoderOptions {
  readonly ffmpeg: Ffmpeg;
  readonly isolation: Isolation;
  /** Recordings decoded at once. Further ones wait. */
  readonly size: number;
  /** Wall time limit of one recording, in milliseconds. */
  readonly taskMs?: number;
}

export interface Decoding extends Pick<OperationContext, 'signal' | 'usedCpu'> {
  /** Owner of the recording. */
  readonly owner: string;
  readonly organizationId?: string;
  /** Decoding stops here; then it is only known that the limit was reached. */
  readonly secondsMax: number;
}

export interface Decoder {
  /** Null if it cannot be decoded at all. Rejects with the signal's reason, or with LimitExceeded. */
  readonly decodedSeconds: (source: InputFile, decoding: Decoding) => Promise<number | null>;
  /** Ends every ffmpeg; decoding in progress rejects. */
  readonly close: ProgramSandbox['close'];
}

const RATE = 8000;
const BYTES_PER_SECOND = RATE * 2;
const TASK_MS = 120_000;
const MEMORY_BYTES_MAX = 512 * 1024 ** 2;
const MAPPED_BYTES_MAX = 2 * 1024 ** 3;
/** ffmpeg writes only to a pipe, so files stay small. */
const FILE_BYTES_MAX = 1024;
const OPEN_FILES = 64;
/** Lower priority than the worker, whose heartbeats keep the lease. */
const NICENESS = 5;
/** Separate from the users that decode images or process audio. */
const FIRST_SLOT = 500;

// Edit lists hide audio from a player, but not from a transcription service.
const MP4 = ['-f', 'mov', '-ignore_editlist', '1'];
const DEMUXERS: Readonly<Record<string, readonly string[]>> = {
  'audio/wav': ['-f', 'wav'],
  'audio/mpeg': ['-f', 'mp3'],
  'audio/mp4': MP4,
  'video/mp4': MP4,
};
const DECODERS =
  'aac,mp3,mp3float,opus,ac3,eac3,pcm_u8,pcm_s16le,pcm_s24le,pcm_s32le,pcm_f32le,pcm_f64le,pcm_alaw,pcm_mulaw';

export function createDecoder({ ffmpeg, isolation, size, taskMs = TASK_MS }: DecoderOptions): Decoder {
  const sandbox = createProgramSandbox({
    isolation,
    size,
    firstSlot: FIRST_SLOT,
    limits: {
      memoryBytesMax: MEMORY_BYTES_MAX,
      taskMs,
      memoryBytes: MAPPED_BYTES_MAX,
      cpuSeconds: Math.ceil(taskMs / 1000),
      fileBytes: FILE_BYTES_MAX,
      openFiles: OPEN_FILES,
      niceness: NICENESS,
    },
    environment: { TZ: 'UTC', LC_ALL: 'C' },
    readable: [ffmpeg.path],
  });
  return {
    decodedSeconds(source, { secondsMax, ...visit }) {
      return sandbox.visit({ ...visit, inputs: { source } }, async ({ inputs, run }) => {
        const { path } = inputs['source'] ?? {};
        invariant(path !== undefined, 'a source is in its room');
        let bytes = 0;
        const demuxer = DEMUXERS[source.mimeType] ?? [];
        const command = [ffmpeg.path, ...INPUT, ...demuxer, '-i', `file:${path}`, ...outputOf(secondsMax)] as const;
        await run(command, { onBytes: (chunk) => (bytes += chunk.length) });
        return bytes === 0 ? null : bytes / BYTES_PER_SECOND;
      });
    },
    close: sandbox.close,
  };
}

const INPUT = ['-nostdin', '-v', 'error', '-threads', '1', '-protocol_whitelist', 'file', '-codec_whitelist', DECODERS];

/** Counted in samples, whatever the file's timestamps say. */
const outputOf = (secondsMax: number): readonly string[] =>
  ['-map 0:a:0 -af asetpts=N/SR/TB', `-ac 1 -ar ${RATE} -t ${secondsMax.toFixed(3)}`, '-f s16le pipe:1'].flatMap(
    (words) => words.split(' '),
  );
