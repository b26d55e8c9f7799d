/** One operation beside the bare call that does the same, and how a bare call of ffmpeg is made. */
import { runProcess } from '@farebox/testing';
import type { Source } from './sources.ts';

export interface Work {
  readonly tool: string;
  /** Told apart from other works of its tool. */
  readonly model?: string;
  readonly arguments: object;
  /** @param to a path without an ending. */
  readonly bare: (to: string) => Promise<unknown>;
}

export interface Bare {
  /** After the input. */
  readonly words: readonly string[];
  /** Of the file; null: nothing is made. */
  readonly ending: string | null;
}

interface FfmpegWork {
  readonly tool: string;
  /** In place of the one source: its bare call names the others behind it. */
  readonly takes?: object;
  readonly more: object;
  /** One after the other, where one alone does not do it. */
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
