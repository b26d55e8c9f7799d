/** The operations of this worker app, on the providers that are configured. */
import type { Circuits } from '@tollgate/executions';
import { systemClock } from '@tollgate/kernel';
import { implement, type Operation } from '@tollgate/worker';
import type { CallDependencies } from './call/run.ts';
import type { ProviderConfig } from './config.ts';
import { isLoopbackAddress } from './egress/addresses.ts';
import type { EgressRules } from './egress/guard.ts';
import { generateImage } from './operations/generate-image.ts';
import { generateSpeech } from './operations/generate-speech.ts';
import { type Ground, paidOperation } from './operations/paid-operation.ts';
import { predictImage } from './operations/predict-image.ts';
import { predictVideo } from './operations/predict-video.ts';
import { transcribe } from './operations/transcribe.ts';
import type { Providers } from './providers.ts';

export interface ProviderOperationOptions {
  readonly config: ProviderConfig;
  readonly providers: Providers;
  readonly circuits: Circuits;
  readonly log: CallDependencies['log'];
}

/** After a cancel, or in a review: how long to find out what really arose. */
export const LEARN_SECONDS = 20;

export function createProviderOperations(options: ProviderOperationOptions): Readonly<Record<string, Operation>> {
  const { config, providers, circuits, log } = options;
  const { openai, predictions } = providers;
  const bounds = { unknownSeconds: config.unknownSeconds, learnSeconds: LEARN_SECONDS };
  const ground: Ground = {
    circuits,
    log,
    bounds,
    clock: systemClock,
    egress: egressOf(config),
    invoiceSeconds: config.invoiceSeconds,
  };
  return implement('provider', {
    'generate-image': paidOperation(openai, ground, generateImage),
    'generate-speech': paidOperation(openai, ground, generateSpeech),
    transcribe: paidOperation(openai, ground, transcribe),
    'predict-image': paidOperation(predictions, ground, predictImage),
    'predict-video': paidOperation(predictions, ground, predictVideo),
  });
}

/** Loopback only where both say so: the switch, and a provider that is itself on this machine. */
function egressOf({ outputHosts: hosts, outputPrivate, predictionsUrl }: ProviderConfig): EgressRules {
  const name = predictionsUrl?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const isLocal = outputPrivate && (name === 'localhost' || isLoopbackAddress(name));
  return { hosts, loopbackHost: isLocal ? name : null };
}
