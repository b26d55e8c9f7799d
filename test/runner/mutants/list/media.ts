/** What a file may do to those who read it. */
import type { Mutant } from '../mutant.ts';

const PICTURES = ['packages/media/src/inspect/jpeg-image.test.ts'] as const;
const JPEG = 'packages/media/src/inspect/jpeg-image.ts';

export const mediaMutants: readonly Mutant[] = [
  {
    name: 'a scan of a component that the frame does not have passes',
    threat: 'media parsers',
    file: JPEG,
    defence: 'must(components.has(u8(bytes, at + 3 + 2 * index))',
    without: 'must(components.size > 0',
    tests: PICTURES,
  },
  {
    name: 'a segment may reach past the end of a JPEG',
    threat: 'media parsers',
    file: JPEG,
    defence: 'must(length >= 2 && next + length <= bytes.length',
    without: 'must(length >= 2',
    tests: PICTURES,
  },
];
