/** `predict-image`: an image redrawn as one PNG or JPEG, whose size the provider chooses. */
import { type PredictionRequest, dataUrlOf, predictionRequest } from '../adapters/predictions/requests.ts';
import { saveFile } from '../output/save.ts';
import { ONE } from '../tariff/tariff.ts';
import { DEFAULT_TARIFFS } from '../tariff/tariffs.ts';
import type { PaidStep } from './paid-operation.ts';

export const predictImage: PaidStep<'predict-image', PredictionRequest> = {
  operation: 'predict-image',
  defaultTariff: DEFAULT_TARIFFS['predict-image'],
  usage: () => ({ images: ONE }),
  async request({ parameters, inputs: { source } }) {
    const { model, prompt, strength } = parameters;
    return predictionRequest(model, { image: await dataUrlOf(source), prompt, strength });
  },
  async deliver({ files }, { directory }, receiving) {
    const artifact = await saveFile(files, { mimeTypes: ['image/png', 'image/jpeg'], directory }, receiving);
    return { artifacts: [artifact], units: 1 };
  },
};
