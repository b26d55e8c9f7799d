/**
 * The sample files of every project. They belong to this package and not to the store, so storing them is free and none
 * can be missing. samples.test.ts verifies their facts.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FileFacts, SAMPLE_IDS } from '@farebox/catalog';

export interface SampleFile extends FileFacts {
  /** Path of the sample on this machine; read-only. */
  readonly path: string;
}

const FOLDER = fileURLToPath(new URL('../samples/', import.meta.url));
const at = (name: string): string => join(FOLDER, name);

const FILES: readonly SampleFile[] = [
  {
    id: SAMPLE_IDS.photo,
    path: at('photo.jpg'),
    mimeType: 'image/jpeg',
    sizeBytes: 57190,
    sha256: '8a411139f4c611f1191ab026b07002c25de8f35efed916ee339d6cf7aedc9a69',
    width: 1600,
    height: 1067,
  },
  {
    id: SAMPLE_IDS.drawing,
    path: at('drawing.png'),
    mimeType: 'image/png',
    sizeBytes: 22886,
    sha256: '84aa8f0af3962b09434388ff5c5eed61c917ca29b991e224b06c98fea7813e11',
    width: 800,
    height: 600,
  },
  {
    id: SAMPLE_IDS.speech,
    path: at('speech.mp3'),
    mimeType: 'audio/mpeg',
    sizeBytes: 23431,
    sha256: '76f7fdde7dec2c5c9441b83d3c984982a553658937e1f77e7e95bfbb3be0e146',
    durationSeconds: 4.649796,
  },
  {
    id: SAMPLE_IDS.music,
    path: at('music.mp3'),
    mimeType: 'audio/mpeg',
    sizeBytes: 96862,
    sha256: 'a0bd953fb884eb6e69a8f865382524dfe1e5282ec745fed774e8681329366c62',
    durationSeconds: 8.045714,
  },
  {
    id: SAMPLE_IDS.video,
    path: at('video.mp4'),
    mimeType: 'video/mp4',
    sizeBytes: 67782,
    sha256: '273b8ad920dd67139a281b8078437d55f4b6233f8c8d7f48857470a8ee416d2d',
    width: 640,
    height: 360,
    durationSeconds: 5.03873,
  },
];

export const SAMPLES: ReadonlyMap<string, SampleFile> = new Map(FILES.map((each) => [each.id, each]));

/** A sample has no object in a store, only a key that names it. */
const SAMPLE_KEYS = 'samples/';

export const sampleKey = (id: string): string => `${SAMPLE_KEYS}${id}`;

export const sampleOf = (key: string): SampleFile | undefined =>
  key.startsWith(SAMPLE_KEYS) ? SAMPLES.get(key.slice(SAMPLE_KEYS.length)) : undefined;
