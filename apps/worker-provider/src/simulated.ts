/**
 * The simulator as the external services of test projects: both dialects, at their places below its address. It asks for a key and takes
 * any; no key of a real service is ever sent to it.
 */
import { simulated, simulatedOffersOf } from '@farebox/catalog';
import { createOpenAiAdapter } from './adapters/openai/adapter.ts';
import type { OpenAiRequest } from './adapters/openai/requests.ts';
import { type PredictionRequest, createPredictionsAdapter } from './adapters/predictions/adapter.ts';
import type { ProviderConfig } from './config.ts';
import { LEARN_SECONDS, type ProviderEntry } from './entry.ts';
import { createProviderApi } from './http/provider-api.ts';
import { simulatedTariffs } from './tariff/tariffs.ts';

const KEY = 'simulator';
/** What hangs there is worth no long wait, and a rehearsal of a review is to come soon. */
const CALL_SECONDS_MAX = 20;
const UNKNOWN_SECONDS_MAX = 15;

export interface SimulatedEntries {
  readonly openai: ProviderEntry<OpenAiRequest>;
  readonly predictions: ProviderEntry<PredictionRequest>;
}

/** Null where none runs. Neither dialect is believed to honour tokens: a lost answer is to be seen as it would be for real. */
export function simulatedOf(config: ProviderConfig): SimulatedEntries | null {
  const { simulatorUrl } = config;
  if (simulatorUrl === undefined) return null;
  const tariffs = simulatedTariffs(simulatedOffersOf(config));
  const spoken = (path: string) => ({
    api: createProviderApi({ baseUrl: new URL(path, simulatorUrl), key: KEY, isSimulator: true }),
    idempotency: false,
    refusedStatuses: new Set([429]),
    callMs: Math.min(config.callSeconds, CALL_SECONDS_MAX) * 1000,
  });
  const shared = {
    tariffs,
    egress: { hosts: [], loopbackHost: null, trustedOrigin: simulatorUrl.origin },
    bounds: { unknownSeconds: Math.min(config.unknownSeconds, UNKNOWN_SECONDS_MAX), learnSeconds: LEARN_SECONDS },
  };
  return {
    openai: {
      ...shared,
      adapter: createOpenAiAdapter({ provider: simulated('openai'), ...spoken('/openai/v1') }),
    },
    predictions: {
      ...shared,
      adapter: createPredictionsAdapter({ provider: simulated('predictions'), ...spoken('/predictions/v1') }),
    },
  };
}
