/** The settings of this app, read once. All problems are reported together, before anything is opened or bound. */
import { IMAGE_PIXELS_MAX } from '@farebox/catalog';
import { integer, KNOWN_SETTINGS, readConfig } from '@farebox/kernel';
import { workerFields } from '@farebox/worker';

export const MEGAPIXEL = 1_000_000;

const imageFields = {
  megapixelsMax: integer('FAREBOX_IMAGE_MEGAPIXELS_MAX', {
    description: 'Most megapixels of an image that worker-image reads or makes; a larger one fails without a charge.',
    default: String(IMAGE_PIXELS_MAX / MEGAPIXEL),
    min: 1,
    max: IMAGE_PIXELS_MAX / MEGAPIXEL,
  }),
};

/** For the generated pages: the fields of an empty environment. */
export const WORKER_FIELDS = { ...workerFields({}), ...imageFields };

/** Throws ConfigError. */
export const readImageWorkerConfig = (env: Readonly<Record<string, string | undefined>>) =>
  readConfig({ ...workerFields(env), ...imageFields }, env, KNOWN_SETTINGS);
