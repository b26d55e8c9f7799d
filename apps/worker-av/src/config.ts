/** Every setting of this app, read once. All problems are reported together, before anything is opened or bound. */
import { SOUND_SECONDS_MAX, VIDEO_PICTURES_PER_SECOND_MAX, VIDEO_PIXELS_MAX } from '@farebox/catalog';
import { FFMPEG_SETTING } from '@farebox/ffmpeg';
import { integer, KNOWN_SETTINGS, readConfig } from '@farebox/kernel';
import { workerFields } from '@farebox/worker';

type Environment = Readonly<Record<string, string | undefined>>;

const avFields = {
  ffmpeg: FFMPEG_SETTING,
  secondsMax: integer('FAREBOX_AV_SECONDS_MAX', {
    description: 'How long a source of worker-av may last; a longer one fails without a charge.',
    default: String(SOUND_SECONDS_MAX),
    min: 1,
    max: SOUND_SECONDS_MAX,
  }),
  pixelsMax: integer('FAREBOX_AV_PIXELS_MAX', {
    description: 'Pixels that a picture of a video may have; a tool that works on a larger one fails without a charge.',
    default: String(VIDEO_PIXELS_MAX),
    min: 1,
    max: VIDEO_PIXELS_MAX,
  }),
  picturesPerSecondMax: integer('FAREBOX_AV_PICTURES_PER_SECOND_MAX', {
    description:
      'Pictures a second, on average, that a video may have; a tool that works on more fails without a charge.',
    default: String(VIDEO_PICTURES_PER_SECOND_MAX),
    min: 1,
    max: VIDEO_PICTURES_PER_SECOND_MAX,
  }),
  outputMb: integer('FAREBOX_AV_OUTPUT_MB', {
    description: 'MiB that a result of worker-av may have; a larger one fails without a charge.',
    default: '256',
    min: 1,
    max: 512,
  }),
};

/** For the generated pages: as with nothing set. */
export const WORKER_AV_FIELDS = { ...workerFields({}), ...avFields };

/** Throws ConfigError. */
export const readAvWorkerConfig = (env: Environment) =>
  readConfig({ ...workerFields(env), ...avFields }, env, KNOWN_SETTINGS);
