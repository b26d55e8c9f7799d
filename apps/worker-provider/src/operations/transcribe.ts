/** `transcribe`: text as the result and no artifact, charged by the length of the recording. */
import { readFile } from 'node:fs/promises';
import { startedSeconds } from '@tollgate/catalog';
import { invariant } from '@tollgate/kernel';
import { inspect } from '@tollgate/media';
import type { InputFile, OperationContext } from '@tollgate/worker';
import { type OpenAiRequest, type TranscriptionParameters, transcriptionRequest } from '../adapters/openai/requests.ts';
import { checkedText } from '../output/text.ts';
import type { PaidStep } from './paid-operation.ts';

export const transcribe: PaidStep<OpenAiRequest> = {
  request: (context) =>
    transcriptionRequest(context.parameters as unknown as TranscriptionParameters, sourceOf(context)),
  async deliver({ text }, context) {
    const result = { text: checkedText(text) };
    return { artifacts: [], result, units: startedSeconds(await durationSecondsOf(sourceOf(context))) };
  },
};

function sourceOf({ inputs: { source } }: OperationContext): InputFile {
  invariant(source !== undefined, 'a transcription has a source');
  return source;
}

/** As the quote measured it: by the same look at the same bytes. */
async function durationSecondsOf({ path, mimeType }: InputFile): Promise<number> {
  const inspected = inspect(await readFile(path), mimeType as Parameters<typeof inspect>[1]);
  invariant(inspected.ok && inspected.durationSeconds !== undefined, 'a stored recording has a duration');
  return inspected.durationSeconds;
}
