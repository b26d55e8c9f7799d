/** Limits on what an uploaded WebP, AVIF or M4A can hide. */
import type { Mutant } from '../mutant.ts';

const AVIF = 'packages/media/src/inspect/avif/avif.ts';
const AVIF_TESTS = ['packages/media/src/inspect/avif/avif.test.ts'] as const;
const WEBP = 'packages/media/src/inspect/webp-upload.ts';

export const inputMutants: readonly Mutant[] = [
  {
    name: 'an AVIF is priced by the size that its container declares',
    threat: 'I12',
    file: AVIF,
    defence: "must(isSame(declaredSize(bytes, properties), found), 'a picture of another size than declared');",
    without: '',
    tests: AVIF_TESTS,
    titles: ['is refused for its part: %s'],
  },
  {
    name: 'a turned AVIF is priced as it is stored',
    threat: 'I12',
    file: AVIF,
    defence: 'return isTurned ? picture(main.height, main.width) : picture(main.width, main.height);',
    without: 'return picture(main.width, main.height + 0 * Number(isTurned));',
    tests: AVIF_TESTS,
    titles: ['%s has the size with which the decoder shows it'],
  },
  {
    name: 'the transparency of an AVIF may be larger than its picture',
    threat: 'media parsers',
    file: AVIF,
    defence: "must(width <= main.width && height <= main.height, 'a picture that is larger than the main one');",
    without: '',
    tests: AVIF_TESTS,
    titles: ['is refused for its part: %s'],
  },
  {
    name: 'an AVIF may have any number of frames',
    threat: 'media parsers',
    file: 'packages/media/src/inspect/avif/av1-picture.ts',
    defence: 'frames >= 1 && frames <= FRAMES_MAX',
    without: 'frames >= 1',
    tests: AVIF_TESTS,
    titles: ['is refused for its part: %s'],
  },
  {
    name: 'items of an AVIF may share their bytes',
    threat: 'media parsers',
    file: 'packages/media/src/inspect/avif/items.ts',
    defence: "must(total <= bytes.length, 'items that share their bytes');",
    without: '',
    tests: AVIF_TESTS,
    titles: ['is refused for items that share their bytes, and for more items than any picture has'],
  },
  {
    name: 'a WebP is priced as it is stored, not as it is seen',
    threat: 'I12',
    file: WEBP,
    defence: '(flags & HAS_EXIF) === 0 ? AS_STORED : exifOrientation(bytes, chunks)',
    without: 'AS_STORED',
    tests: ['packages/media/src/inspect/exif.test.ts'],
    titles: ['an image of orientation %i has the size with which it is displayed'],
  },
  {
    name: 'an animated WebP becomes its first picture without a word',
    threat: 'media parsers',
    file: WEBP,
    defence: "(flags & HAS_ANIMATION) !== 0 || chunks.some(({ type }) => type === 'ANMF')",
    without: 'false',
    tests: ['packages/media/src/inspect/webp-upload.test.ts'],
    titles: ['is refused for its part: %s'],
  },
];
