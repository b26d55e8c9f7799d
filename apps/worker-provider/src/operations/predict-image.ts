/** `predict-image`: an image redrawn as one PNG or JPEG, whose size the provider chooses. */
import { invariant } from '@tollgate/kernel';
import type { PredictionRequest } from '../adapters/predictions/adapter.ts';
import { dataUrlOf, predictionRequest } from '../adapters/predictions/requests.ts';
import { saveFile } from '../output/save.ts';
import type { PaidStep } from './paid-operation.ts';

interface Parameters {
  readonly model: string;
  readonly prompt: string;
  readonly strength: number;
}

export const predictImage: PaidStep<PredictionRequest> = {
  async request({ parameters, inputs: { source } }) {
    invariant(source !== undefined, 'a stylized image has a source');
    const { model, prompt, strength } = parameters as unknown as Parameters;
    return predictionRequest(model, { image: await dataUrlOf(source), prompt, strength });
  },
  async deliver({ files }, { directory }, fetch) {
    const artifact = await saveFile(files, { mimeTypes: ['image/png', 'image/jpeg'], directory, fetch });
    return { artifacts: [artifact], units: 1 };
  },
};
