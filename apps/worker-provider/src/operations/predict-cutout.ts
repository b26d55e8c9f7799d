/** `predict-cutout`: one PNG of the source's size that can be transparent. */
import { readFile } from 'node:fs/promises';
import { type PredictionRequest, dataUrlOf, predictionRequest } from '../adapters/predictions/requests.ts';
import { OutputInvalid } from '../call/run.ts';
import { hasAlpha, isPossible, sizeOf } from '../output/picture.ts';
import { saveFile } from '../output/save.ts';
import { ONE } from '../tariff/tariff.ts';
import { DEFAULT_TARIFFS } from '../tariff/tariffs.ts';
import type { PaidStep } from './paid-operation.ts';

export const predictCutout: PaidStep<'predict-cutout', PredictionRequest> = {
  operation: 'predict-cutout',
  defaultTariff: DEFAULT_TARIFFS['predict-cutout'],
  usage: () => ({ images: ONE }),
  async request({ parameters: { model }, inputs: { source } }) {
    return predictionRequest(model, { image: await dataUrlOf(source) });
  },
  async deliver({ files }, { directory, inputs: { source } }, receiving) {
    const artifact = await saveFile(files, { mimeTypes: ['image/png'], directory }, receiving);
    const size = { width: artifact.width ?? 0, height: artifact.height ?? 0 };
    if (!isPossible(size)) throw new OutputInvalid('larger than any image');
    // A source that is gone, as after a long review, has no size.
    const expected = source === undefined ? size : await sizeOf(source);
    if (size.width !== expected.width || size.height !== expected.height) throw new OutputInvalid('another size');
    if (!hasAlpha(await readFile(artifact.path))) throw new OutputInvalid('no alpha channel');
    return { artifacts: [artifact], units: 1 };
  },
};
