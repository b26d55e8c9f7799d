/** Audio keeps its place: a hole and a late start in MP4 become silence of the same length. Needs ffmpeg. */
import type { JsonObject } from '@farebox/catalog';
import { describe, expect, it } from 'vitest';
import { openFixture } from './testing/fixture.ts';
import { FFMPEG, make, run, sourceOf, tone } from './testing/media.ts';
import { loudest, samplesOf } from './testing/samples.ts';
import { holedFilm } from './testing/timing.ts';
import { makeVideo } from './testing/video.ts';

const HELD = { fileId: 'file_held' };
const FILM = { fileId: 'file_film' };
const BRIEF = { fileId: 'file_brief' };
const HOLES = {
  gap: { silent: { from: 1.15, to: 1.85 }, heard: { from: 2.15, to: 2.85 } },
  late: { silent: { from: 0, to: 0.6 }, heard: { from: 0.8, to: 2.85 } },
} as const;

/** Each tool that reads audio and makes a file with it; the seconds by which its result comes later than the source. */
const TOOLS: readonly (readonly [string, JsonObject, number])[] = [
  ['video-extract-audio', { source: HELD, model: 'wav' }, 0],
  ['video-extract-audio', { source: HELD, model: 'opus' }, 0],
  ['audio-convert', { source: HELD, model: 'mp3' }, 0],
  ['audio-convert', { source: HELD, model: 'aac' }, 0],
  ['audio-convert', { source: HELD, model: 'flac' }, 0],
  ['audio-normalize', { source: HELD, format: 'wav' }, 0],
  ['audio-trim', { source: HELD, startSeconds: 0.05, format: 'wav' }, -0.05],
  ['audio-concat', { sources: [HELD, BRIEF], format: 'wav' }, 0],
  ['audio-concat', { sources: [BRIEF, HELD], format: 'wav' }, 0.1],
  ['audio-mix', { tracks: [{ source: HELD }, { source: HELD }], format: 'wav' }, 0],
  ['video-replace-audio', { source: FILM, sound: HELD }, 0],
  ['video-transcode', { source: HELD, model: 'h264-fast' }, 0],
  ['video-resize', { source: HELD, width: 80 }, 0],
  ['video-clip', { source: HELD, startSeconds: 0.04 }, -0.04],
  ['video-concat', { sources: [HELD, FILM] }, 0],
];

describe.skipIf(FFMPEG === null)('audio of a video', () => {
  const { av, at } = openFixture();
  const sources = async (hole: keyof typeof HOLES) => [
    await sourceOf(holedFilm(at(`${hole}.mp4`), hole), 'video/mp4', HELD.fileId),
    await sourceOf(makeVideo(at('film.mp4'), { seconds: 3, sound: false }), 'video/mp4', FILM.fileId),
    await sourceOf(make(at('brief.wav'), tone(0.1)), 'audio/wav', BRIEF.fileId),
  ];

  const CASES = (['gap', 'late'] as const).flatMap((hole) =>
    TOOLS.map(([tool, input, later]) => [hole, tool, input, later] as const),
  );
  it.for(CASES)('keeps its place (%s): %s %j', async ([hole, tool, input, later]) => {
    const { silent, heard } = HOLES[hole];
    const all = await sources(hole);
    const files = all.filter(({ fileId }) => JSON.stringify(input).includes(fileId));
    const { contents } = await run(av, { tool, input, files });
    const samples = samplesOf(contents[0]!);
    const moved = (times: { from: number; to: number }) => ({
      from: Math.max(0, times.from + later),
      to: times.to + later,
    });
    expect(loudest(samples, moved(silent))).toBeLessThan(0.02);
    for (let { from }: { from: number } = heard; from < heard.to - 0.2; from += 0.2)
      expect(loudest(samples, moved({ from, to: from + 0.1 })), `at ${from}`).toBeGreaterThan(0.05);
  });

  it('has its silences at the times of the video, in an analysis and when they are removed', async () => {
    for (const [hole, silent] of [
      ['gap', { startSeconds: 1, endSeconds: 2 }],
      ['late', { startSeconds: 0, endSeconds: 0.7 }],
    ] as const) {
      const [source] = await sources(hole);
      const { result } = await run(av, { tool: 'audio-analyze', input: { source: HELD }, files: [source!] });
      const [found] = (result as { silences: readonly { startSeconds: number; endSeconds: number }[] }).silences;
      expect(Math.abs(found!.startSeconds - silent.startSeconds), hole).toBeLessThan(0.06);
      expect(Math.abs(found!.endSeconds - silent.endSeconds), hole).toBeLessThan(0.06);
      const input = { source: HELD, format: 'wav', keepSeconds: 0 };
      const removed = await run(av, { tool: 'audio-remove-silence', input, files: [source!] });
      expect(removed.artifacts[0]!.durationSeconds, hole).toBeLessThan(hole === 'gap' ? 2.2 : 2.5);
    }
  });
});
