/**
 * Progress of a step while ffmpeg writes nothing, because it reads the whole source for one or two pictures. Needs
 * ffmpeg.
 */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@farebox/catalog';
import { openFixture } from './testing/fixture.ts';
import { FFMPEG, make, run, sourceOf } from './testing/media.ts';
import { makeVideo } from './testing/video.ts';

const FILM_SECONDS = 40;
const FILM = { size: '320x180', seconds: FILM_SECONDS, sound: false };
const SOUND_SECONDS = 300;

describe.skipIf(FFMPEG === null)('a step that writes nothing until its end', () => {
  const { av, at } = openFixture();

  const OF_FILMS: readonly (readonly [string, JsonObject])[] = [
    ['video-thumbnails', { times: [0, FILM_SECONDS - 1] }],
    ['video-contact-sheet', { columns: 2, rows: 2 }],
    ['video-preview', { model: 'webp' }],
    ['video-preview', { model: 'gif' }],
  ];
  it.for(OF_FILMS)('reports its progress: %s %o', async ([tool, input]) => {
    const source = await sourceOf(makeVideo(at('film.mp4'), FILM), 'video/mp4');
    isToldOnItsWay(await run(av, { tool, input, source }));
  });

  it.for(['audio-waveform', 'audio-spectrogram'])('reports its progress: %s', async (tool) => {
    const source = await sourceOf(
      make(at('sound.mp3'), ['-f', 'lavfi', '-i', `sine=d=${SOUND_SECONDS}`, '-c:a', 'libmp3lame']),
      'audio/mpeg',
    );
    isToldOnItsWay(await run(av, { tool, input: {}, source }));
  });

  function isToldOnItsWay({ shares }: { readonly shares: readonly number[] }): void {
    expect(shares.filter((share) => share > 0.05 && share < 0.95).length).toBeGreaterThanOrEqual(2);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares.at(-1)).toBeLessThanOrEqual(1);
  }
});
