/** `generate-speech`: one MP3, charged by what is read. */
import { startedHundreds } from '@tollgate/catalog';
import { type OpenAiRequest, type SpeechParameters, speechRequest } from '../adapters/openai/requests.ts';
import { saveFile } from '../output/save.ts';
import type { PaidStep } from './paid-operation.ts';

export const generateSpeech: PaidStep<OpenAiRequest> = {
  request: ({ parameters }) => speechRequest(parameters as unknown as SpeechParameters),
  async deliver({ files }, { directory, parameters }, fetch) {
    const artifact = await saveFile(files, { mimeTypes: ['audio/mpeg'], directory, fetch });
    return { artifacts: [artifact], units: startedHundreds((parameters as unknown as SpeechParameters).text) };
  },
};
