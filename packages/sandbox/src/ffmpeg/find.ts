/** Looks for ffmpeg once, at startup. It reads what ffmpeg reports about itself, and passes no foreign bytes to it. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { AUDIO_FORMAT_NAMES, type AudioFormat, VIDEO_FORMAT_NAMES, type VideoFormat } from '@farebox/kernel';

export interface Ffmpeg {
  /** Absolute path without symbolic links. */
  readonly path: string;
  readonly version: string;
  /** Formats for which this build has encoders. */
  readonly formats: readonly AudioFormat[];
  readonly videoFormats: readonly VideoFormat[];
}

/** @param problem completes "Audio tools are not offered: …". */
type FoundFfmpeg = { readonly ok: true; readonly ffmpeg: Ffmpeg } | { readonly ok: false; readonly problem: string };

export const ENCODERS: Readonly<Record<AudioFormat, string>> = {
  mp3: 'libmp3lame',
  wav: 'pcm_s16le',
  aac: 'aac',
  opus: 'libopus',
  flac: 'flac',
};

export const VIDEO_ENCODERS: Readonly<Record<VideoFormat, string>> = {
  h264: 'libx264',
  vp9: 'libvpx-vp9',
  av1: 'libaom-av1',
  webp: 'libwebp_anim',
  gif: 'gif',
};

/**
 * One shell command line that ends with the setting, because it installs ffmpeg outside of PATH. It uses a virtual
 * environment, because pip refuses to install into the system's Python.
 */
export const FFMPEG_WITHOUT_ROOT =
  "python3 -m venv ~/.ffmpeg && ~/.ffmpeg/bin/pip install imageio-ffmpeg && export FAREBOX_FFMPEG=$(~/.ffmpeg/bin/python -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())')";

export const HOW_TO_GET_FFMPEG = `install ffmpeg (Debian: apt-get install ffmpeg), or name one in FAREBOX_FFMPEG, for example, without root: ${FFMPEG_WITHOUT_ROOT}`;

/** Earlier versions lack features that we use, and have many known defects. */
const LEAST = { major: 5, minor: 1 } as const;
const ASK_MS = 20_000;

/**
 * @param asked the value of FAREBOX_FFMPEG. If it is empty, the ffmpeg on PATH is used.
 * @param searched the value of PATH.
 */
export function findFfmpeg(asked: string, searched: string): FoundFfmpeg {
  const program = asked === '' ? onPath(searched) : asked;
  if (program === null) return { ok: false, problem: 'no ffmpeg on PATH' };
  if (!isAbsolute(program) || !isProgram(program)) return { ok: false, problem: `no program at ${program}` };
  const path = realpathSync(program);
  const version = /^ffmpeg version (\S+)/.exec(said(path, '-version'))?.[1];
  if (version === undefined) return { ok: false, problem: `${path} is no ffmpeg` };
  if (!isRecent(version)) return { ok: false, problem: `${path} is ffmpeg ${version}; it must be 5.1 or later` };
  const encoders = new Set(Array.from(said(path, '-encoders').matchAll(/^ [AV]\S{5} (\S+)/gm), ([, name]) => name));
  const formats = AUDIO_FORMAT_NAMES.filter((format) => encoders.has(ENCODERS[format]));
  const videoFormats = VIDEO_FORMAT_NAMES.filter((format) => encoders.has(VIDEO_ENCODERS[format]));
  return { ok: true, ffmpeg: { path, version, formats, videoFormats } };
}

function onPath(searched: string): string | null {
  const directories = searched.split(delimiter).filter(isAbsolute);
  return directories.map((directory) => join(directory, 'ffmpeg')).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Empty if the program cannot be started. */
const said = (path: string, question: string): string =>
  spawnSync(path, ['-hide_banner', question], { env: {}, encoding: 'utf8', timeout: ASK_MS }).stdout ?? '';

/** A build of the current sources has a commit number as its version, and is newer than any release. */
function isRecent(version: string): boolean {
  const [, major, minor] = /^n?(\d+)\.(\d+)/.exec(version) ?? [];
  if (major === undefined || minor === undefined) return version.startsWith('N-');
  return Number(major) > LEAST.major || (Number(major) === LEAST.major && Number(minor) >= LEAST.minor);
}
