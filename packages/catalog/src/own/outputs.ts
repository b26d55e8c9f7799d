/**
 * The artifacts of a call of an own tool. The worker delivers no artifact above these limits, so that they can price the
 * later steps of a pipeline.
 */
import type { ArtifactBounds, Manifest } from '@farebox/manifest';
import { type BoundsOf, type FileBounds, pixelsMaxOf } from '../files/bounds.ts';
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX } from '../image/source.ts';
import type { ParametersOf } from '../operations/types.ts';
import type { OwnFile } from './files.ts';

type Limits = ParametersOf<'run-tool'>['outputs'][number];

/** As much as one step of a worker may leave behind. */
const BYTES_MAX = 512 * 1024 * 1024;

/** The limits of each artifact, for the plan. */
export const limitsOf = ({ output }: Manifest, files: readonly OwnFile[], boundsOf: BoundsOf): Limits[] =>
  (output?.artifacts ?? []).map((artifact) => limitsOfOne(artifact, files, boundsOf));

function limitsOfOne({ mimeTypes, size }: ArtifactBounds, files: readonly OwnFile[], boundsOf: BoundsOf): Limits {
  const { pixelsMax, sideMax, secondsMax, sizeBytesMax } =
    'like' in size
      ? likeFiles(files.filter(({ pattern }) => pattern === size.like).map(({ ref }) => boundsOf(ref)))
      : size;
  const isSeen = mimeTypes.some((type) => !type.startsWith('audio/'));
  return {
    mimeTypes: [...mimeTypes],
    sizeBytesMax: sizeBytesMax ?? BYTES_MAX,
    ...(isSeen ? { pixelsMax: pixelsMax ?? IMAGE_PIXELS_MAX, sideMax: sideMax ?? IMAGE_SIDE_MAX } : {}),
    ...(secondsMax === undefined ? {} : { secondsMax }),
  };
}

type Size = Pick<Limits, 'pixelsMax' | 'sideMax' | 'secondsMax'> & { readonly sizeBytesMax?: number };

/** At most as many pixels, as long a side and as many seconds as one of the files; whatever they have in bytes. */
function likeFiles(bounds: readonly FileBounds[]): Size {
  const sizes = bounds.flatMap((each) => each.sizes ?? []);
  const seconds = bounds.flatMap(({ durationSecondsMax }) => durationSecondsMax ?? []);
  return {
    ...(sizes.length === 0
      ? {}
      : {
          pixelsMax: Math.min(pixelsMaxOf(sizes), IMAGE_PIXELS_MAX),
          sideMax: Math.min(Math.max(...sizes.flatMap(({ most }) => [most.width, most.height])), IMAGE_SIDE_MAX),
        }),
    ...(seconds.length === 0 ? {} : { secondsMax: Math.max(...seconds) }),
  };
}

/** The same limits as later steps see them. */
export const boundsOfOutput = ({ mimeTypes, pixelsMax, sideMax, secondsMax, sizeBytesMax }: Limits): FileBounds => ({
  mimeTypes,
  sizeBytesMax,
  ...(pixelsMax === undefined || sideMax === undefined
    ? {}
    : { sizes: [{ least: ONE, most: { width: sideMax, height: sideMax }, pixelsMax }] }),
  ...(secondsMax === undefined ? {} : { durationSecondsMax: secondsMax }),
});

const ONE = { width: 1, height: 1 };
