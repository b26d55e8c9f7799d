/** `generate-speech`: one MP3, charged by the characters read. */
import { startedHundreds } from '@farebox/catalog';
import { type OpenAiRequest, speechRequest } from '../adapters/openai/requests.ts';
import { saveFile } from '../output/save.ts';
import { ONE } from '../tariff/tariff.ts';
import { DEFAULT_TARIFFS } from '../tariff/tariffs.ts';
import type { PaidStep } from './paid-operation.ts';

export const generateSpeech: PaidStep<'generate-speech', OpenAiRequest> = {
  operation: 'generate-speech',
  defaultTariff: DEFAULT_TARIFFS['generate-speech'],
  usage: ({ parameters }) => ({ characters: BigInt(Array.from(parameters.text).length) * ONE }),
  request: ({ parameters }) => speechRequest(parameters),
  async deliver({ files }, { directory, parameters }, receiving) {
    const artifact = await saveFile(files, { mimeTypes: ['audio/mpeg'], directory }, receiving);
    return { artifacts: [artifact], units: startedHundreds(parameters.text) };
  },
};
