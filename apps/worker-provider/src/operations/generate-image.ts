/** `generate-image`: one PNG of exactly the requested size. */
import { OutputInvalid } from '../call/run.ts';
import { type OpenAiRequest, imageRequest } from '../adapters/openai/requests.ts';
import { saveFile } from '../output/save.ts';
import { ONE } from '../tariff/tariff.ts';
import { DEFAULT_TARIFFS } from '../tariff/tariffs.ts';
import type { PaidStep } from './paid-operation.ts';

export const generateImage: PaidStep<'generate-image', OpenAiRequest> = {
  operation: 'generate-image',
  defaultTariff: DEFAULT_TARIFFS['generate-image'],
  usage: () => ({ images: ONE }),
  request: ({ parameters }) => imageRequest(parameters),
  async deliver({ files }, context, receiving) {
    const { directory } = context;
    const artifact = await saveFile(files, { mimeTypes: ['image/png'], directory }, receiving);
    // The prices of later steps are based on this size.
    if (`${artifact.width}x${artifact.height}` !== context.parameters.size) throw new OutputInvalid('another size');
    return { artifacts: [artifact], units: 1 };
  },
};
