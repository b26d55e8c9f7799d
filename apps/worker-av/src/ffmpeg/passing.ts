/**
 * Progress of a run that makes one or two pictures from a whole video. ffmpeg reports progress by what it has written,
 * which is nothing until the end. So this reports each second of the input.
 */
import { type Chain, filter, picturesIn } from './filters.ts';

/** Passes the frames of the first input to this pad unchanged, and prints a line on standard output for each second. */
export const passing = (to: string): readonly Chain[] => [
  { from: [picturesIn(0)], filters: [filter('split', { outputs: 2 })], to: [to, 'told'] },
  {
    from: ['told'],
    filters: [
      filter('fps', { fps: 1 }),
      // The print filter skips frames without metadata, so each frame gets an entry.
      filter('metadata', { mode: 'add', key: 'passed', value: 1 }),
      filter('metadata', { mode: 'print', file: '-', direct: 1 }),
      filter('nullsink'),
    ],
    to: [],
  },
];
