/** The operations of this worker app, on the configured providers. */
import type { Circuits } from '@farebox/providers';
import { systemClock } from '@farebox/kernel';
import { implement, LacksOperation, type Operation } from '@farebox/worker';
import type { CallDependencies } from './call/run.ts';
import type { ProviderConfig } from './config.ts';
import type { Converter } from './conversion/converter.ts';
import { generateImage } from './operations/generate-image.ts';
import { generateSpeech } from './operations/generate-speech.ts';
import { type Fixture, paidOperation } from './operations/paid-operation.ts';
import { predictCutout } from './operations/predict-cutout.ts';
import { predictImage } from './operations/predict-image.ts';
import { predictUpscale } from './operations/predict-upscale.ts';
import { predictVideo } from './operations/predict-video.ts';
import { createTranscribe } from './operations/transcribe.ts';
import type { Providers } from './providers.ts';
import type { SoundCheck } from './sound/check-sound.ts';

export interface ProviderOperationOptions {
  readonly config: ProviderConfig;
  readonly providers: Providers;
  readonly circuits: Circuits;
  readonly sound: SoundCheck;
  readonly converter: Pick<Converter, 'convert'>;
  readonly log: CallDependencies['log'];
}

export function createProviderOperations(options: ProviderOperationOptions): Readonly<Record<string, Operation>> {
  const { config, providers, circuits, sound, converter, log } = options;
  const { openai, predictions } = providers;
  const fixture: Fixture = {
    circuits,
    log,
    converter,
    chargesUndelivered: config.chargesUndelivered,
    clock: systemClock,
    invoiceSeconds: config.invoiceSeconds,
  };
  return implement('provider', {
    'generate-image': paidOperation(openai, fixture, generateImage),
    'generate-speech': paidOperation(openai, fixture, generateSpeech),
    transcribe: paidOperation(openai, fixture, createTranscribe(sound)),
    'predict-image': paidOperation(predictions, fixture, predictImage),
    'predict-upscale': paidOperation(predictions, fixture, predictUpscale),
    'predict-cutout': paidOperation(predictions, fixture, predictCutout),
    'predict-video': paidOperation(predictions, fixture, predictVideo),
    // No runner can be called yet: nothing is sent, and the execution is left to a newer worker.
    'run-tool': () => Promise.reject(new LacksOperation('run-tool')),
  });
}
