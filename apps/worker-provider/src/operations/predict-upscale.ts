/** `predict-upscale`: one PNG or JPEG of exactly the source's size times the scale. */
import { type PredictionRequest, dataUrlOf, predictionRequest } from '../adapters/predictions/requests.ts';
import { OperationFailure } from '@farebox/worker';
import { OutputInvalid } from '../call/run.ts';
import { isPossible, sizeOf } from '../output/picture.ts';
import { saveFile } from '../output/save.ts';
import { ONE } from '../tariff/tariff.ts';
import { DEFAULT_TARIFFS } from '../tariff/tariffs.ts';
import type { PaidStep } from './paid-operation.ts';

export const predictUpscale: PaidStep<'predict-upscale', PredictionRequest> = {
  operation: 'predict-upscale',
  defaultTariff: DEFAULT_TARIFFS['predict-upscale'],
  usage: () => ({ images: ONE }),
  // An artifact of an earlier step may be larger than the limits at acceptance could show.
  async check({ parameters: { scale }, inputs: { source } }) {
    const { width, height } = await sizeOf(source);
    if (!isPossible({ width: width * scale, height: height * scale })) throw new OperationFailure('result_too_large');
  },
  async request({ parameters: { model, scale }, inputs: { source } }) {
    return predictionRequest(model, { image: await dataUrlOf(source), scale });
  },
  async deliver({ files }, { directory, inputs: { source }, parameters: { scale } }, receiving) {
    const artifact = await saveFile(files, { mimeTypes: ['image/png', 'image/jpeg'], directory }, receiving);
    const size = { width: artifact.width ?? 0, height: artifact.height ?? 0 };
    if (!isPossible(size)) throw new OutputInvalid('larger than any image');
    // The prices of later steps are based on this size. A source that is gone, as after a long review, has none.
    const expected = source === undefined ? null : await sizeOf(source);
    if (expected !== null && (size.width !== expected.width * scale || size.height !== expected.height * scale))
      throw new OutputInvalid('another size');
    return { artifacts: [artifact], units: 1 };
  },
};
