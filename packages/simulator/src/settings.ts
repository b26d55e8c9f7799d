/** The paths of the simulator, and the settings that make Farebox use it instead of real providers. */
export const OPENAI_BASE = '/openai/v1';
export const PREDICTIONS_BASE = '/predictions/v1';
export const ADMIN_BASE = '/_simulator';

const OPENAI_MODELS = {
  'image-generate/standard': 'sim-image',
  'image-generate/high': 'sim-image-high',
  'speech-generate/standard': 'sim-speech',
  'audio-transcribe/standard': 'sim-transcribe',
};
const PREDICTIONS_MODELS = {
  'image-stylize/standard': 'sim/stylize',
  'image-upscale/standard': 'sim/upscale',
  'image-remove-background/standard': 'sim/cutout',
  'video-generate/standard': 'sim/video',
};

/** The simulator's prices; see price.ts. */
const OPENAI_TARIFFS = {
  'sim-image': '0.01/image',
  'sim-image-high': '0.01/image',
  'sim-speech': '0.000003/character',
  'sim-transcribe': '0.006/audio-minute',
};
const PREDICTIONS_TARIFFS = {
  'sim/stylize': '0.005/predict-second',
  'sim/upscale': '0.005/predict-second',
  'sim/cutout': '0.005/predict-second',
  'sim/video': '0.005/predict-second',
};

/** Environment of gateway and provider worker. The simulator accepts any key; this one is not secret. */
export const simulatorSettings = (url: string) => ({
  FAREBOX_OPENAI_URL: `${url}${OPENAI_BASE}`,
  FAREBOX_OPENAI_KEY: 'simulator',
  FAREBOX_OPENAI_MODELS: mapping(OPENAI_MODELS),
  FAREBOX_OPENAI_TARIFFS: mapping(OPENAI_TARIFFS),
  FAREBOX_PREDICTIONS_URL: `${url}${PREDICTIONS_BASE}`,
  FAREBOX_PREDICTIONS_KEY: 'simulator',
  FAREBOX_PREDICTIONS_MODELS: mapping(PREDICTIONS_MODELS),
  FAREBOX_PREDICTIONS_TARIFFS: mapping(PREDICTIONS_TARIFFS),
  FAREBOX_PREDICTIONS_OUTPUT_HOSTS: new URL(url).hostname,
  FAREBOX_PREDICTIONS_OUTPUT_PRIVATE: 'true',
});

const mapping = (models: Readonly<Record<string, string>>): string =>
  Object.entries(models)
    .map((entry) => entry.join('='))
    .join(',');
