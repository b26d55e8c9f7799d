/** One file that a run of ffmpeg makes, and the properties that the file must have. */
import type { Size } from '@farebox/catalog';
import type { Inspected } from '@farebox/media';
import type { Chain } from './filters.ts';

export interface Output {
  /** A plain file name. */
  readonly file: string;
  readonly mimeType: Inspected;
  /** The arguments before the file name: track or pad, codec, format. */
  readonly words: readonly string[];
  /** Chains that the output adds to the graph of its job. */
  readonly graph?: readonly Chain[];
  /** For audio and video: the longest allowed duration, without the padding that an encoder adds at both ends. */
  readonly secondsMax?: number;
  /** For pictures and video: the exact size. */
  readonly size?: Size;
}
