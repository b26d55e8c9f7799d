/** The sample files with their bytes, for runs without a Farebox. */
import { readFile } from 'node:fs/promises';
import { SAMPLE_IDS } from '@farebox/catalog';

const FILES: Readonly<Record<string, URL>> = {
  [SAMPLE_IDS.photo]: new URL('../../../files/samples/photo.jpg', import.meta.url),
  [SAMPLE_IDS.drawing]: new URL('../../../files/samples/drawing.png', import.meta.url),
  [SAMPLE_IDS.speech]: new URL('../../../files/samples/speech.mp3', import.meta.url),
  [SAMPLE_IDS.music]: new URL('../../../files/samples/music.mp3', import.meta.url),
  [SAMPLE_IDS.video]: new URL('../../../files/samples/video.mp4', import.meta.url),
};

export async function bytesOfSample(id: string): Promise<Buffer> {
  const file = FILES[id];
  if (file === undefined) throw new Error(`there is no sample file ${id}`);
  return readFile(file);
}
