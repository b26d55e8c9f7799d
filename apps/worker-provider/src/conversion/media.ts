/**
 * Converts sound and video of an external service with ffmpeg, in a sandbox: first by copying the encoded frames into
 * the promised container, which loses nothing, then by encoding them again.
 */
import { join } from 'node:path';
import { createProgramSandbox, ENCODERS, type Ffmpeg, type Isolation, type ProgramSandbox } from '@farebox/sandbox';
import type { OutputArtifact } from '@farebox/worker';
import { demuxerOf, hasTimes } from './container.ts';
import { checked, type Conversion, type Visitor } from './conversion.ts';

export type MediaType = 'audio/mpeg' | 'video/mp4';

const MEMORY_BYTES_MAX = 2 * 1024 ** 3;
const MAPPED_BYTES_MAX = 6 * 1024 ** 3;
const FILE_BYTES_MAX = 256 * 1024 ** 2;
const TASK_MS = 120_000;
const OPEN_FILES = 64;
const NICENESS = 5;
/** Other users than those of the recordings' decoder and of the other workers. */
const FIRST_SLOT = 990;

export const openMediaSandbox = (ffmpeg: Ffmpeg, isolation: Isolation): ProgramSandbox =>
  createProgramSandbox({
    isolation,
    size: 2,
    firstSlot: FIRST_SLOT,
    limits: {
      memoryBytesMax: MEMORY_BYTES_MAX,
      taskMs: TASK_MS,
      memoryBytes: MAPPED_BYTES_MAX,
      cpuSeconds: TASK_MS / 1000,
      fileBytes: FILE_BYTES_MAX,
      openFiles: OPEN_FILES,
      niceness: NICENESS,
    },
    environment: { TZ: 'UTC', LC_ALL: 'C' },
    readable: [ffmpeg.path],
  });

export interface MediaConversion extends Omit<Conversion, 'mimeTypes'> {
  readonly mimeType: MediaType;
}

/** Null if ffmpeg does not read it, or cannot make a complete file of the promised type. */
export async function convertMedia(
  { sandbox, ffmpeg }: { readonly sandbox: ProgramSandbox; readonly ffmpeg: Ffmpeg },
  { bytes, path, mimeType, directory, secondsMax }: MediaConversion,
  visitor: Visitor,
): Promise<OutputArtifact | null> {
  const demuxer = demuxerOf(bytes);
  if (demuxer === null) return null;
  const { file, ways } = TARGETS[mimeType](hasTimes(demuxer));
  return sandbox.visit({ ...visitor, msMax: TASK_MS, inputs: { source: { path } } }, async (room) => {
    const source = room.inputs['source']?.path ?? '';
    for (const way of ways) {
      const how = [...INPUT, ...demuxer, '-i', `file:${source}`, ...way, '-t', secondsMax.toFixed(3), '-y'];
      const ended = await room.run([ffmpeg.path, ...how, `file:${join(room.out, file)}`]);
      if (LACKING.test(ended.stderr)) throw Object.assign(new Error('ffmpeg lacks disk space'), { code: 'ENOSPC' });
      if (ended.code !== 0) continue;
      await room.deliver(directory, [file]);
      const found = await checked(join(directory, file), mimeType);
      if (found !== null) return found;
    }
    return null;
  });
}

const LACKING = /No space left on device|Disk quota exceeded/;

const DECODERS = [
  'aac,mp3,mp3float,opus,libopus,vorbis,libvorbis,flac,alac,ac3,eac3',
  'pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_f64le',
  'pcm_alaw,pcm_mulaw,adpcm_ms,adpcm_ima_wav',
  'h264,hevc,mpeg4,mpeg2video,vp8,vp9,libvpx,libvpx-vp9,av1,libdav1d,libaom-av1,mjpeg,prores,gif',
].join(',');
const BLOCK_BYTES_MAX = 256 * 1024 ** 2;
/** A few errors are usual where files were joined. */
const ERRORS_MAX = '0.1';

const words = (text: string): readonly string[] => text.split(' ');
const INPUT = words(
  `-nostdin -hide_banner -v error -max_alloc ${BLOCK_BYTES_MAX} -threads 1 -max_error_rate ${ERRORS_MAX} ` +
    `-protocol_whitelist file -codec_whitelist ${DECODERS}`,
);
const BARE = '-sn -dn -map_metadata -1 -map_chapters -1';
const SOUND = `-map 0:a:0 -vn ${BARE}`;
const VIDEO = `-map 0:v:0 -map 0:a:0? ${BARE} -movflags +faststart`;
const EVEN = 'scale=trunc(iw/2)*2:trunc(ih/2)*2';
const H264 = `-c:v libx264 -preset veryfast -crf 17 -bf 0 -pix_fmt yuv420p -vf ${EVEN} -c:a ${ENCODERS.aac} -b:a 192k`;
/** Gaps and a late start become silence. */
const IN_PLACE = '-af aresample=async=1:first_pts=0';
const MP3 = '-id3v2_version 0 -f mp3';

interface Target {
  readonly file: string;
  readonly ways: readonly (readonly string[])[];
}

/** By type. `isTimed`: the container of the source states the times of its frames. */
const TARGETS: Readonly<Record<MediaType, (isTimed: boolean) => Target>> = {
  'audio/mpeg': (isTimed) => ({
    file: 'output.mp3',
    ways: [
      words(`${SOUND} -c:a copy ${MP3}`),
      words(`${isTimed ? `${SOUND} ${IN_PLACE}` : SOUND} -c:a ${ENCODERS.mp3} -b:a 192k ${MP3}`),
    ],
  }),
  // Last, one picture at each tick of a clock: some files state times that no MP4 of ours could repeat.
  'video/mp4': () => ({
    file: 'output.mp4',
    ways: [
      words(`${VIDEO} -c copy -f mp4`),
      words(`${VIDEO} ${H264} -fps_mode vfr -f mp4`),
      words(`${VIDEO} ${H264} -fps_mode cfr -r 30 -f mp4`),
    ],
  }),
};
