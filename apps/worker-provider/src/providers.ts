/**
 * The configured external services: the adapter of each, the allowed hosts of its files, and the tariffs of its models.
 * Test projects have separate entries, which use only the simulator. A plan names its entry, and a missing entry is
 * never replaced by another.
 */
import { type ProviderKind, simulated } from '@farebox/catalog';
import type { Adapter } from './adapter.ts';
import type { AdapterOptions } from './adapters/options.ts';
import { createOpenAiAdapter } from './adapters/openai/adapter.ts';
import type { OpenAiRequest } from './adapters/openai/requests.ts';
import { createPredictionsAdapter } from './adapters/predictions/adapter.ts';
import type { PredictionRequest } from './adapters/predictions/requests.ts';
import type { ProviderConfig } from './config.ts';
import { type ConfiguredProvider, configuredProviders } from './configured.ts';
import { isLoopbackAddress } from '@farebox/kernel';
import type { EgressRules } from './egress/guard.ts';
import { type Entries, LEARN_SECONDS, type ProviderEntry } from './entry.ts';
import { createProviderApi } from './http/provider-api.ts';
import { simulatedOf } from './simulated.ts';

/** Provider entries by kind: an operation uses entries of one kind. */
export interface Providers {
  readonly openai: Entries<OpenAiRequest>;
  readonly predictions: Entries<PredictionRequest>;
}

export function providersOf(config: ProviderConfig): Providers {
  const test = simulatedOf(config);
  return {
    openai: entriesOf(config, createOpenAiAdapter, { kind: 'openai', test: test?.openai }),
    predictions: entriesOf(config, createPredictionsAdapter, { kind: 'predictions', test: test?.predictions }),
  };
}

export const adaptersOf = ({ openai, predictions }: Providers) =>
  [...openai.values(), ...predictions.values()].map(({ adapter }) => adapter);

interface OfKind<Request> {
  readonly kind: ProviderKind;
  /** The entry of test projects; present if a simulator runs. */
  readonly test: ProviderEntry<Request> | undefined;
}

function entriesOf<Request>(
  config: ProviderConfig,
  create: (options: AdapterOptions) => Adapter<Request>,
  { kind, test }: OfKind<Request>,
): Entries<Request> {
  const bounds = { unknownSeconds: config.unknownSeconds, learnSeconds: LEARN_SECONDS };
  const live = configuredProviders(config).filter((each) => each.kind === kind);
  const entries = live.map(({ name, baseUrl, key, tariffs, ...spoken }) => {
    const api = createProviderApi({ baseUrl, key });
    const { idempotency, refusedStatuses } = spoken;
    const adapter = create({ provider: name, api, idempotency, refusedStatuses, callMs: config.callSeconds * 1000 });
    return [name, { adapter, tariffs, egress: egressOf({ baseUrl, ...spoken }), bounds }] as const;
  });
  return new Map([...entries, ...(test === undefined ? [] : [[simulated(kind), test] as const])]);
}

/** Loopback is allowed only if the setting permits it and the provider itself is on this machine. */
function egressOf(entry: Pick<ConfiguredProvider, 'baseUrl' | 'outputHosts' | 'outputsOnLoopback'>): EgressRules {
  const { outputHosts: hosts, outputsOnLoopback, baseUrl } = entry;
  const name = baseUrl.hostname.replace(/^\[|\]$/g, '');
  const isLocal = outputsOnLoopback && (name === 'localhost' || isLoopbackAddress(name));
  return { hosts, loopbackHost: isLocal ? name : null };
}
