/**
 * The files that exist in every project. They are of this package and not of the store, so nobody pays for them and none is missing; what is
 * said of them here is measured by samples.test.ts.
 */
import { join } from 'node:path';
import { type FileFacts, SAMPLE_IDS } from '@tollgate/catalog';

export interface SampleFile extends FileFacts {
  /** On this machine. Read only. */
  readonly path: string;
}

const at = (name: string): string => join(import.meta.dirname, '../samples', name);

const photo: SampleFile = {
  id: SAMPLE_IDS.photo,
  path: at('photo.jpg'),
  mimeType: 'image/jpeg',
  sizeBytes: 57190,
  sha256: '8a411139f4c611f1191ab026b07002c25de8f35efed916ee339d6cf7aedc9a69',
  width: 1600,
  height: 1067,
};

const recording: SampleFile = {
  id: SAMPLE_IDS.recording,
  path: at('recording.mp3'),
  mimeType: 'audio/mpeg',
  sizeBytes: 1080,
  sha256: '558228f33b97226613b6de77aa2aee7190694b902960966039e53706ee695abf',
  durationSeconds: 1.08,
};

export const SAMPLES: ReadonlyMap<string, SampleFile> = new Map([photo, recording].map((each) => [each.id, each]));
