/** One operation beside the bare call that does the same work, and how a bare call of ffmpeg is made. */
import { runProcess } from '@farebox/testing';
import type { Source } from './sources.ts';

export interface Work {
  readonly tool: string;
  /** Distinguishes works of the same tool. */
  readonly model?: string;
  readonly arguments: object;
  /** @param to output path without an extension. */
  readonly bare: (to: string) => Promise<unknown>;
}

export interface Bare {
  /** Arguments after the input. */
  readonly words: readonly string[];
  /** Extension of the output file; null when the call writes none. */
  readonly ending: string | null;
}

interface FfmpegWork {
  readonly tool: string;
  /** Inputs instead of the one source; the bare call names the further ones behind it. */
  readonly takes?: object;
  readonly more: object;
  /** Calls in order, for works that need more than one. */
  readonly bares: readonly Bare[];
}

export const ffmpegWork = (
  { path, fileId }: Source,
  ffmpeg: string,
  { tool, takes = { source: { fileId } }, more, bares }: FfmpegWork,
): Work => ({
  tool,
  arguments: { ...takes, ...more },
  async bare(to) {
    for (const { words, ending } of bares) {
      const command = [ffmpeg, '-v', 'error', '-nostdin', '-y', '-threads', '1', '-i', path, ...words] as const;
      await runProcess({ command: [...command, ...(ending === null ? ['-f', 'null', '-'] : [`${to}.${ending}`])] });
    }
  },
});
