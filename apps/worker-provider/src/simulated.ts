/**
 * The simulator as the external services of test projects: both dialects, at their paths below its address. It requires
 * a key and accepts any. No key of a real service is ever sent to it.
 */
import { simulated, simulatedOffersOf } from '@farebox/catalog';
import { createOpenAiAdapter } from './adapters/openai/adapter.ts';
import type { OpenAiRequest } from './adapters/openai/requests.ts';
import { createPredictionsAdapter } from './adapters/predictions/adapter.ts';
import type { PredictionRequest } from './adapters/predictions/requests.ts';
import type { ProviderConfig } from './config.ts';
import { LEARN_SECONDS, type ProviderEntry } from './entry.ts';
import { createProviderApi } from './http/provider-api.ts';
import { simulatedTariffs } from './tariff/tariffs.ts';

const KEY = 'simulator';
/** Short limits: a hanging simulated call is not worth a long wait, and a rehearsed review should come soon. */
const CALL_SECONDS_MAX = 20;
const UNKNOWN_SECONDS_MAX = 15;

export interface SimulatedEntries {
  readonly openai: ProviderEntry<OpenAiRequest>;
  readonly predictions: ProviderEntry<PredictionRequest>;
}

/**
 * Null if no simulator runs. Neither dialect is treated as honouring tokens, so that a lost response behaves as in a
 * service without them.
 */
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
