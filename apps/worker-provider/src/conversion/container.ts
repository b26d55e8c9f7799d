/** Recognizes the container of sound or video by its first bytes, and names the one demuxer that may read it. */

/** A demuxer of ffmpeg, with the options that keep it from opening anything else. */
export type Demuxer = readonly string[];

const only = (name: string, ...options: readonly string[]): Demuxer => ['-f', name, ...options];
const MOV = only('mov', '-enable_drefs', '0', '-use_absolute_path', '0');

/** Null for anything else, such as a web page or a playlist. */
export function demuxerOf(bytes: Buffer): Demuxer | null {
  const start = bytes.findIndex((byte) => byte !== 0);
  if (start < 0 || start > PADDING_BYTES_MAX) return null;
  const at = (offset: number, length = 4): string => bytes.toString('latin1', offset, offset + length);
  if (MOV_BOXES.has(at(4))) return MOV;
  const byForm = FORMS[`${at(0)} ${at(8)}`] ?? BY_START.find(([tag]) => at(0, tag.length) === tag)?.[1];
  if (byForm !== undefined) return byForm;
  if (bytes[0] === TS_SYNC && bytes[TS_PACKET_BYTES] === TS_SYNC) return only('mpegts');
  return frameAt(bytes, start);
}

/** Whether the container states times. In others, frames only follow each other. */
export const hasTimes = ([, name = '']: Demuxer): boolean => ['mov', 'matroska', 'mpegts', 'avi'].includes(name);

/** Encoders may write zeros before the first frame. */
const PADDING_BYTES_MAX = 64 * 1024;
const MOV_BOXES = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);
const FORMS: Readonly<Record<string, Demuxer>> = {
  'RIFF WAVE': only('wav'),
  'RF64 WAVE': only('wav'),
  'BW64 WAVE': only('wav'),
  'RIFF AVI ': only('avi'),
  'FORM AIFF': only('aiff'),
  'FORM AIFC': only('aiff'),
};
const BY_START: readonly (readonly [tag: string, Demuxer])[] = [
  ['fLaC', only('flac')],
  ['OggS', only('ogg')],
  ['\x1a\x45\xdf\xa3', only('matroska')],
  ['GIF8', only('gif')],
  ['caff', only('caf')],
  ['.snd', only('au')],
  ['ID3', only('mp3')],
];
const TS_SYNC = 0x47;
const TS_PACKET_BYTES = 188;

/** Frames of MPEG audio begin with eleven set bits. Layer 0 is the AAC of an ADTS stream. */
function frameAt(bytes: Buffer, start: number): Demuxer | null {
  const [sync = 0, second = 0] = [bytes[start], bytes[start + 1]];
  if (sync !== 0xff || (second & 0xe0) !== 0xe0) return null;
  return (second & 0x06) === 0 ? only('aac') : only('mp3');
}
