/** Says which codec of a valid MP4 is not supported, by the name that people know it by. */
import { refuseUnsupported } from '../inspection.ts';

const PICTURES = 'H.264, H.265, AV1, VP9, MPEG-4 Part 2';
const SOUNDS = 'AAC, MP3, Opus, AC-3, E-AC-3';

/** By the type of the sample description, or by the object type of its descriptor. */
const NAMES: Readonly<Record<string, string>> = {
  jpeg: 'Motion JPEG',
  mjpa: 'Motion JPEG',
  mjpb: 'Motion JPEG',
  s263: 'H.263',
  h263: 'H.263',
  vp08: 'VP8',
  dvhe: 'Dolby Vision',
  dvh1: 'Dolby Vision',
  dva1: 'Dolby Vision',
  dvav: 'Dolby Vision',
  encv: 'encrypted video',
  enca: 'encrypted sound',
  alac: 'ALAC',
  fLaC: 'FLAC',
  samr: 'AMR',
  sawb: 'AMR-WB',
  dtsc: 'DTS',
  dtse: 'DTS',
  dtsh: 'DTS',
  dtsl: 'DTS',
  mlpa: 'Dolby TrueHD',
  'ac-4': 'AC-4',
  mha1: 'MPEG-H',
  mhm1: 'MPEG-H',
  lpcm: 'PCM',
  ipcm: 'PCM',
  fpcm: 'PCM',
  sowt: 'PCM',
  twos: 'PCM',
  'raw ': 'PCM',
  in24: 'PCM',
  in32: 'PCM',
  fl32: 'PCM',
  fl64: 'PCM',
  ulaw: 'G.711',
  alaw: 'G.711',
  '0x60': 'MPEG-2',
  '0x61': 'MPEG-2',
  '0x62': 'MPEG-2',
  '0x63': 'MPEG-2',
  '0x64': 'MPEG-2',
  '0x65': 'MPEG-2',
  '0x6a': 'MPEG-1',
  '0x6c': 'Motion JPEG',
  '0x6d': 'PNG',
  '0x6e': 'JPEG 2000',
  '0xa5': 'AC-3 in a descriptor of MPEG-4',
  '0xa9': 'DTS',
  '0xdd': 'Vorbis',
  '0xe1': 'QCELP',
};

export const refusePictures = (codec: string): never => refuseUnsupported(`the video codec ${named(codec)}`, PICTURES);
export const refuseSound = (codec: string): never => refuseUnsupported(`the sound codec ${named(codec)}`, SOUNDS);
export const ofObject = (objectType: number): string => `0x${objectType.toString(16).padStart(2, '0')}`;

/** The code is four bytes of the file, so only its letters and digits are repeated. */
function named(codec: string): string {
  const code = codec.replaceAll(/[^A-Za-z0-9 .-]/g, '?').trim();
  const name = NAMES[codec];
  return name === undefined ? `"${code}"` : `${name} ("${code}")`;
}
