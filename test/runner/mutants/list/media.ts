/** What a file may do to those who read it. */
import type { Mutant } from '../mutant.ts';

const PICTURES = ['packages/media/src/inspect/jpeg-image.test.ts'] as const;
const SCANS = 'packages/media/src/inspect/jpeg-scans.ts';
const JPEG = 'packages/media/src/inspect/jpeg-image.ts';

export const mediaMutants: readonly Mutant[] = [
  {
    name: 'a scan of a component that the frame does not have passes',
    threat: 'media parsers',
    file: SCANS,
    defence: "must(own !== undefined, 'a scan of a component the frame does not have');",
    without: 'if (own === undefined) return 0;',
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
  {
    name: 'a JPEG of a thousand scans is accepted',
    threat: 'media parsers',
    file: SCANS,
    defence: 'must(scans <= SCANS_MAX && samples <= SAMPLES_MAX',
    without: 'must(scans > 0',
    tests: PICTURES,
  },
  {
    name: 'a film lasts as long as its header says',
    threat: 'media parsers',
    file: 'packages/media/src/inspect/mp4/track.ts',
    defence: 'spans.some((span) => agrees(duration / timescale, span))',
    without: 'spans.length > 0',
    tests: ['packages/media/src/inspect/lying-files.test.ts'],
  },
];
