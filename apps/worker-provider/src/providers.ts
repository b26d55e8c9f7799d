/**
 * The external services that are configured: how each is spoken to, where its files may come from, and what its models cost where it
 * does not say it. Test projects have entries of their own, which lead to the simulator and nowhere else: a plan names its entry, and
 * what is not configured is never replaced by another.
 */
import { simulated } from '@tollgate/catalog';
import { createOpenAiAdapter } from './adapters/openai/adapter.ts';
import type { OpenAiRequest } from './adapters/openai/requests.ts';
import { type PredictionRequest, createPredictionsAdapter } from './adapters/predictions/adapter.ts';
import type { Bounds } from './call/core/state.ts';
import type { ProviderConfig } from './config.ts';
import { isLoopbackAddress } from './egress/addresses.ts';
import type { EgressRules } from './egress/guard.ts';
import { type Entries, LEARN_SECONDS } from './entry.ts';
import { createProviderApi } from './http/provider-api.ts';
import { simulatedOf } from './simulated.ts';

export interface Providers {
  readonly openai: Entries<OpenAiRequest>;
  readonly predictions: Entries<PredictionRequest>;
}

export function providersOf(config: ProviderConfig): Providers {
  const [openai, predictions, test] = [openaiOf(config), predictionsOf(config), simulatedOf(config)];
  return {
    openai: { ...openai, ...(test === null ? {} : { [simulated('openai')]: test.openai }) },
    predictions: { ...predictions, ...(test === null ? {} : { [simulated('predictions')]: test.predictions }) },
  };
}

export const adaptersOf = ({ openai, predictions }: Providers) =>
  [...Object.values(openai), ...Object.values(predictions)].map(({ adapter }) => adapter);

function openaiOf(config: ProviderConfig): Entries<OpenAiRequest> {
  const { openaiUrl: baseUrl, openaiKey: key, openaiIdempotent: idempotency, openaiTariffs: tariffs } = config;
  if (baseUrl === undefined) return {};
  const api = createProviderApi({ baseUrl, key });
  const [refusedStatuses, callMs] = [config.openaiRefusedStatuses, config.callSeconds * 1000];
  const adapter = createOpenAiAdapter({ provider: 'openai', api, idempotency, refusedStatuses, callMs });
  return { openai: { adapter, tariffs, egress: egressOf(config), bounds: boundsOf(config) } };
}

function predictionsOf(config: ProviderConfig): Entries<PredictionRequest> {
  const { predictionsUrl: baseUrl, predictionsKey: key, predictionsIdempotent: idempotency } = config;
  if (baseUrl === undefined) return {};
  const api = createProviderApi({ baseUrl, key });
  const [refusedStatuses, callMs] = [config.predictionsRefusedStatuses, config.callSeconds * 1000];
  const adapter = createPredictionsAdapter({ provider: 'predictions', api, idempotency, refusedStatuses, callMs });
  const tariffs = config.predictionsTariffs;
  return { predictions: { adapter, tariffs, egress: egressOf(config), bounds: boundsOf(config) } };
}

const boundsOf = ({ unknownSeconds }: ProviderConfig): Bounds => ({ unknownSeconds, learnSeconds: LEARN_SECONDS });

/** Loopback only where both say so: the switch, and a provider that is itself on this machine. */
function egressOf({ outputHosts: hosts, outputPrivate, predictionsUrl }: ProviderConfig): EgressRules {
  const name = predictionsUrl?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const isLocal = outputPrivate && (name === 'localhost' || isLoopbackAddress(name));
  return { hosts, loopbackHost: isLocal ? name : null };
}
