/** `predict-video`: one MP4 of the requested length. */
import { type PredictionRequest, predictionRequest } from '../adapters/predictions/requests.ts';
import { OutputInvalid } from '../call/run.ts';
import { saveFile } from '../output/save.ts';
import { ONE } from '../tariff/tariff.ts';
import { DEFAULT_TARIFFS } from '../tariff/tariffs.ts';
import type { PaidStep } from './paid-operation.ts';

/** A container rounds to whole frames and audio packets; the prices of later steps allow for that. */
const ROUNDING_SECONDS = 1;

export const predictVideo: PaidStep<'predict-video', PredictionRequest> = {
  operation: 'predict-video',
  defaultTariff: DEFAULT_TARIFFS['predict-video'],
  usage: ({ parameters }) => ({ outputSeconds: BigInt(parameters.seconds) * ONE }),
  request({ parameters }) {
    const { model, prompt, seconds } = parameters;
    return predictionRequest(model, { prompt, seconds });
  },
  async deliver({ files }, { directory, parameters }, receiving) {
    const { seconds } = parameters;
    const artifact = await saveFile(
      files,
      { mimeTypes: ['video/mp4'], directory, secondsMax: seconds + 2 * ROUNDING_SECONDS },
      receiving,
    );
    if ((artifact.durationSeconds ?? 0) > seconds + ROUNDING_SECONDS) throw new OutputInvalid('longer than requested');
    return { artifacts: [artifact], units: seconds };
  },
};
