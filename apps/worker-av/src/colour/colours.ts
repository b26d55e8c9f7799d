/**
 * How the colours of a video are read: its tags, completed by one rule where tags are missing. docs/video-colours.md
 * states the rule for customers.
 */
import type { Size } from '@farebox/catalog';
import { OperationFailure } from '@farebox/worker';
import type { FrameTags } from './tags.ts';

/** Matrices by the names of the filter `scale`; `rgb` has none. */
type Matrix = 'bt709' | 'smpte170m' | 'smpte240m' | 'fcc' | 'bt2020' | 'rgb';

export interface Colours {
  readonly matrix: Matrix;
  readonly range: 'tv' | 'pc';
  readonly gamut: 'bt709' | 'bt2020' | 'p3';
  /** How signals become light. All curves of SDR count as one. */
  readonly light: 'sdr' | 'linear' | 'pq' | 'hlg';
  /** The tags of a result that keeps these colours. */
  readonly tags: VideoTags;
}

/** Tags by the names of the filter `setparams`. */
export interface VideoTags {
  readonly colorspace: 'bt709' | 'smpte170m' | 'bt470bg';
  readonly color_primaries: 'bt709' | 'smpte170m' | 'bt470bg';
  readonly color_trc: 'bt709' | 'smpte170m' | 'bt470bg' | 'bt470m' | 'iec61966-2-1';
}

const BT709: VideoTags = { colorspace: 'bt709', color_primaries: 'bt709', color_trc: 'bt709' };
const BT601: VideoTags = { colorspace: 'smpte170m', color_primaries: 'smpte170m', color_trc: 'smpte170m' };

/** Throws OperationFailure for a matrix that ffmpeg cannot convert: its colours would be wrong. */
export function coloursOf(told: FrameTags, size: Size): Colours {
  const light = LIGHTS[told.transfer] ?? 'sdr';
  const gamut = gamutOf(told, light);
  const matrix = matrixOf(told, { gamut, size });
  return { matrix, range: rangeOf(told), gamut, light, tags: tagsOf(told, matrix) };
}

const LIGHTS: Readonly<Record<string, Colours['light']>> = {
  smpte2084: 'pq',
  'arib-std-b67': 'hlg',
  linear: 'linear',
};

/** The primaries of SD video differ little from those of BT.709 and are often not those of the camera. */
const GAMUTS: Readonly<Record<string, Colours['gamut']>> = { bt2020: 'bt2020', smpte431: 'p3', smpte432: 'p3' };
const UNTOLD: ReadonlySet<string> = new Set(['unknown', 'reserved']);

function gamutOf({ primaries, matrix }: FrameTags, light: Colours['light']): Colours['gamut'] {
  if (!UNTOLD.has(primaries)) return GAMUTS[primaries] ?? 'bt709';
  return light === 'pq' || light === 'hlg' || MATRICES[matrix] === 'bt2020' ? 'bt2020' : 'bt709';
}

const MATRICES: Readonly<Record<string, Matrix>> = {
  bt709: 'bt709',
  fcc: 'fcc',
  bt470bg: 'smpte170m',
  smpte170m: 'smpte170m',
  smpte240m: 'smpte240m',
  bt2020nc: 'bt2020',
  bt2020c: 'bt2020',
};
const RGB = /^(?:gbr|rgb|bgr|argb|abgr|0rgb|0bgr|x2rgb|x2bgr)/;
const SD_PRIMARIES: ReadonlySet<string> = new Set(['smpte170m', 'bt470bg', 'bt470m', 'smpte240m']);

function matrixOf({ format, ...told }: FrameTags, { gamut, size }: { gamut: Colours['gamut']; size: Size }): Matrix {
  if (RGB.test(format)) return 'rgb';
  const matrix = MATRICES[told.matrix];
  if (matrix !== undefined) return matrix;
  // `gbr` on samples of brightness and colour is a known defect of encoders.
  const isTold = !UNTOLD.has(told.matrix) && !told.matrix.startsWith('chroma-derived') && told.matrix !== 'gbr';
  if (isTold) throw new OperationFailure('source_not_supported');
  if (gamut === 'bt2020') return 'bt2020';
  if (SD_PRIMARIES.has(told.primaries)) return 'smpte170m';
  return !UNTOLD.has(told.primaries) || isHighDefinition(size) ? 'bt709' : 'smpte170m';
}

/** Larger than the frames of PAL in either orientation, as players decide. */
const isHighDefinition = ({ width, height }: Size): boolean =>
  Math.max(width, height) >= 1280 || Math.min(width, height) > 576;

const rangeOf = ({ format, range }: FrameTags): Colours['range'] =>
  range === 'pc' || format.startsWith('yuvj') || RGB.test(format) ? 'pc' : 'tv';

const PRIMARIES = ['bt709', 'smpte170m', 'bt470bg'] as const;
const CURVES: Readonly<Record<string, VideoTags['color_trc']>> = {
  bt709: 'bt709',
  smpte170m: 'smpte170m',
  gamma22: 'bt470m',
  gamma28: 'bt470bg',
  'iec61966-2-1': 'iec61966-2-1',
};

function tagsOf({ matrix, primaries, transfer }: FrameTags, read: Matrix): VideoTags {
  const usual = read === 'smpte170m' ? BT601 : BT709;
  return {
    colorspace: read === 'smpte170m' && matrix === 'bt470bg' ? 'bt470bg' : usual.colorspace,
    color_primaries: PRIMARIES.find((known) => known === primaries) ?? usual.color_primaries,
    color_trc: CURVES[transfer] ?? usual.color_trc,
  };
}

/** Whether a result can keep the colours: SDR that every player shows correctly. */
const isKept = ({ matrix, gamut, light }: Colours): boolean =>
  light === 'sdr' && gamut === 'bt709' && (matrix === 'bt709' || matrix === 'smpte170m');

/** The colours of one result: those that all its sources have, if a result can keep them; otherwise BT.709. */
export function sharedTags([first, ...others]: readonly [Colours, ...Colours[]]): VideoTags {
  const isShared = others.every((other) => isKept(other) && isSame(other.tags, first.tags));
  return isKept(first) && isShared ? first.tags : BT709;
}

const isSame = (one: VideoTags, other: VideoTags): boolean =>
  one.colorspace === other.colorspace &&
  one.color_primaries === other.color_primaries &&
  one.color_trc === other.color_trc;
