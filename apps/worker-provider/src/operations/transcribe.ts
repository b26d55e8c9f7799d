/** `transcribe`: text as the result and no artifact, charged by the length of the recording. */
import { startedSeconds } from '@farebox/catalog';
import { invariant } from '@farebox/kernel';
import { type Inspected, inspectFile } from '@farebox/media';
import type { InputFile } from '@farebox/worker';
import { type OpenAiRequest, transcriptionRequest } from '../adapters/openai/requests.ts';
import { checkedText } from '../output/text.ts';
import type { SoundCheck } from '../sound/check-sound.ts';
import { DEFAULT_TARIFFS } from '../tariff/tariffs.ts';
import type { PaidStep } from './paid-operation.ts';

export const createTranscribe = (sound: SoundCheck): PaidStep<'transcribe', OpenAiRequest> => ({
  check: async ({ inputs: { source }, projectId: owner, organizationId, signal, usedCpu }) =>
    sound.check(source, { seconds: durationSecondsOf(source), owner, organizationId, signal, usedCpu }),
  operation: 'transcribe',
  defaultTariff: DEFAULT_TARIFFS.transcribe,
  async usage({ inputs: { source } }) {
    return source === undefined ? {} : { audioSeconds: BigInt(Math.round(durationSecondsOf(source) * 1e6)) };
  },
  request: ({ parameters, inputs }) => transcriptionRequest(parameters, inputs.source),
  async deliver({ text }, { inputs: { source } }) {
    // The text is the response to the request that carried the audio: this dialect has no lookup.
    invariant(source !== undefined, 'the sent file still exists');
    const result = { text: checkedText(text) };
    return { artifacts: [], result, units: startedSeconds(durationSecondsOf(source)) };
  },
});

/** Repeats the measurement of the quote on the same bytes. */
function durationSecondsOf({ path, mimeType }: InputFile): number {
  const inspected = inspectFile(path, mimeType as Inspected);
  invariant(inspected.ok && inspected.durationSeconds !== undefined, 'a stored recording has a duration');
  return inspected.durationSeconds;
}
