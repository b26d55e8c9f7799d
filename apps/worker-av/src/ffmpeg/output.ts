/** One file that a run of ffmpeg makes, and what it must turn out to be. */
import type { Size } from '@farebox/catalog';
import type { Inspected } from '@farebox/media';
import type { Chain } from './filters.ts';

export interface Output {
  /** A plain name. */
  readonly file: string;
  readonly mimeType: Inspected;
  /** What stands before its name on the command line: which track or pad, the codec, the format. */
  readonly words: readonly string[];
  /** What it adds to the graph of its job. */
  readonly graph?: readonly Chain[];
  /** Of sound and video: the most that it may last, without what an encoder adds at both ends. */
  readonly secondsMax?: number;
  /** Of pictures: exactly this. */
  readonly size?: Size;
}
