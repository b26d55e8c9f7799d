/**
 * The sample files of every project. They belong to this package and not to the store, so storing them is free and none
 * can be missing. samples.test.ts verifies their facts.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FileFacts, SAMPLE_FILES, SAMPLE_IDS } from '@farebox/catalog';

export interface SampleFile extends FileFacts {
  /** Path of the sample on this machine; read-only. */
  readonly path: string;
}

const FOLDER = fileURLToPath(new URL('../samples/', import.meta.url));

const NAMES: Readonly<Record<string, string>> = {
  [SAMPLE_IDS.photo]: 'photo.jpg',
  [SAMPLE_IDS.drawing]: 'drawing.png',
  [SAMPLE_IDS.speech]: 'speech.mp3',
  [SAMPLE_IDS.music]: 'music.mp3',
  [SAMPLE_IDS.video]: 'video.mp4',
};

export const SAMPLES: ReadonlyMap<string, SampleFile> = new Map(
  SAMPLE_FILES.map((facts) => [facts.id, { ...facts, path: join(FOLDER, NAMES[facts.id] ?? facts.id) }]),
);
