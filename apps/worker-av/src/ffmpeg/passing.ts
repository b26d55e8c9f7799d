/**
 * How far a run is that makes a picture or two of a whole video: ffmpeg tells by what it has written, which is nothing until the end. So
 * what comes by is told of, once for each second of it.
 */
import { type Chain, filter, picturesIn } from './filters.ts';

/** The pictures of the first input, to this pad, as they are; beside them a line on the standard output for each second. */
export const passing = (to: string): readonly Chain[] => [
  { from: [picturesIn(0)], filters: [filter('split', { outputs: 2 })], to: [to, 'told'] },
  {
    from: ['told'],
    filters: [
      filter('fps', { fps: 1 }),
      // A picture of which there is nothing to tell is passed over.
      filter('metadata', { mode: 'add', key: 'passed', value: 1 }),
      filter('metadata', { mode: 'print', file: '-', direct: 1 }),
      filter('nullsink'),
    ],
    to: [],
  },
];
