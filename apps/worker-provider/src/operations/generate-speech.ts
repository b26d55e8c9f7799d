/** `generate-speech`: one MP3, charged by what is read. */
import { startedHundreds } from '@tollgate/catalog';
import { type OpenAiRequest, speechRequest } from '../adapters/openai/requests.ts';
import { saveFile } from '../output/save.ts';
import type { PaidStep } from './paid-operation.ts';

export const generateSpeech: PaidStep<'generate-speech', OpenAiRequest> = {
  request: ({ parameters }) => speechRequest(parameters),
  async deliver({ files }, { directory, parameters }, fetch) {
    const artifact = await saveFile(files, { mimeTypes: ['audio/mpeg'], directory, fetch });
    return { artifacts: [artifact], units: startedHundreds(parameters.text) };
  },
};
