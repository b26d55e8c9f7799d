/** The external services that are configured: how each is spoken to, and what its models cost where it does not say it. */
import type { Adapter } from './adapter.ts';
import { createOpenAiAdapter } from './adapters/openai/adapter.ts';
import type { OpenAiRequest } from './adapters/openai/requests.ts';
import { type PredictionRequest, createPredictionsAdapter } from './adapters/predictions/adapter.ts';
import type { ProviderConfig } from './config.ts';
import { createProviderApi } from './http/provider-api.ts';
import type { ModelTariffs } from './tariff/tariffs.ts';

export interface ProviderEntry<Request> {
  readonly adapter: Adapter<Request>;
  readonly tariffs: ModelTariffs;
}

/** Null: not configured. */
export interface Providers {
  readonly openai: ProviderEntry<OpenAiRequest> | null;
  readonly predictions: ProviderEntry<PredictionRequest> | null;
}

export const providersOf = (config: ProviderConfig): Providers => ({
  openai: openaiOf(config),
  predictions: predictionsOf(config),
});

function openaiOf(config: ProviderConfig): Providers['openai'] {
  const { openaiUrl: baseUrl, openaiKey: key, openaiIdempotent: idempotency } = config;
  if (baseUrl === undefined) return null;
  const api = createProviderApi({ baseUrl, key });
  const [refusedStatuses, callMs] = [config.openaiRefusedStatuses, config.callSeconds * 1000];
  return {
    adapter: createOpenAiAdapter({ api, idempotency, refusedStatuses, callMs }),
    tariffs: config.openaiTariffs,
  };
}

function predictionsOf(config: ProviderConfig): Providers['predictions'] {
  const { predictionsUrl: baseUrl, predictionsKey: key, predictionsIdempotent: idempotency } = config;
  if (baseUrl === undefined) return null;
  const api = createProviderApi({ baseUrl, key });
  const [refusedStatuses, callMs] = [config.predictionsRefusedStatuses, config.callSeconds * 1000];
  return {
    adapter: createPredictionsAdapter({ api, idempotency, refusedStatuses, callMs }),
    tariffs: config.predictionsTariffs,
  };
}
