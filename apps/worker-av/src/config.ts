/** The settings of this app, read once. All problems are reported together, before anything is opened or bound. */
import { SOUND_SECONDS_MAX, VIDEO_PICTURES_PER_SECOND_MAX, VIDEO_PIXELS_MAX } from '@farebox/catalog';
import { FFMPEG_SETTING } from '@farebox/sandbox';
import { integer, KNOWN_SETTINGS, readConfig } from '@farebox/kernel';
import { workerFields } from '@farebox/worker';

type Environment = Readonly<Record<string, string | undefined>>;

const avFields = {
  ffmpeg: FFMPEG_SETTING,
  secondsMax: integer('FAREBOX_AV_SECONDS_MAX', {
    description: 'Longest duration of a source of worker-av in seconds; a longer one fails without a charge.',
    default: String(SOUND_SECONDS_MAX),
    min: 1,
    max: SOUND_SECONDS_MAX,
  }),
  pixelsMax: integer('FAREBOX_AV_PIXELS_MAX', {
    description: 'Most pixels of a video frame; a tool that decodes a larger one fails without a charge.',
    default: String(VIDEO_PIXELS_MAX),
    min: 1,
    max: VIDEO_PIXELS_MAX,
  }),
  picturesPerSecondMax: integer('FAREBOX_AV_PICTURES_PER_SECOND_MAX', {
    description:
      'Highest average frame rate of a video in frames per second; a tool that decodes more fails without a charge.',
    default: String(VIDEO_PICTURES_PER_SECOND_MAX),
    min: 1,
    max: VIDEO_PICTURES_PER_SECOND_MAX,
  }),
  outputMb: integer('FAREBOX_AV_OUTPUT_MB', {
    description: 'Largest result of worker-av in MiB; a larger one fails without a charge.',
    default: '256',
    min: 1,
    max: 512,
  }),
};

/** For the generated pages: the fields of an empty environment. */
export const WORKER_AV_FIELDS = { ...workerFields({}), ...avFields };

/** Throws ConfigError. */
export const readAvWorkerConfig = (env: Environment) =>
  readConfig({ ...workerFields(env), ...avFields }, env, KNOWN_SETTINGS);
