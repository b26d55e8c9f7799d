/**
 * The external services of live projects with their keys, from the provider file or from the settings of the two
 * entries without a file. No other app has the keys.
 */
import type { ProviderKind, ProviderName } from '@farebox/catalog';
import type { ProviderConfig } from './config.ts';
import type { ModelTariffs } from './tariff/tariffs.ts';

export interface ConfiguredProvider {
  readonly name: ProviderName;
  readonly kind: ProviderKind;
  readonly baseUrl: URL;
  readonly key: string;
  readonly idempotency: boolean;
  readonly refusedStatuses: ReadonlySet<number>;
  readonly tariffs: ModelTariffs;
  readonly outputHosts: readonly string[];
  readonly outputsOnLoopback: boolean;
}

export function configuredProviders(config: ProviderConfig): readonly ConfiguredProvider[] {
  const { providersFile } = config;
  if (providersFile === undefined) return [...openaiOf(config), ...predictionsOf(config)];
  return providersFile.providers.map(({ url, idempotent, ...entry }) => ({
    ...entry,
    baseUrl: url,
    idempotency: idempotent,
  }));
}

function openaiOf(config: ProviderConfig): readonly ConfiguredProvider[] {
  const { openaiUrl: baseUrl, openaiKey: key, openaiIdempotent: idempotency, openaiTariffs: tariffs } = config;
  if (baseUrl === undefined) return [];
  const refusedStatuses = config.openaiRefusedStatuses;
  const common = { baseUrl, key, idempotency, tariffs, refusedStatuses };
  return [{ name: 'openai', kind: 'openai', ...common, outputHosts: [], outputsOnLoopback: false }];
}

function predictionsOf(config: ProviderConfig): readonly ConfiguredProvider[] {
  const { predictionsUrl: baseUrl, predictionsKey: key, predictionsIdempotent: idempotency } = config;
  if (baseUrl === undefined) return [];
  const [tariffs, refusedStatuses] = [config.predictionsTariffs, config.predictionsRefusedStatuses];
  const common = { baseUrl, key, idempotency, tariffs, refusedStatuses };
  const { outputHosts, outputPrivate: outputsOnLoopback } = config;
  return [{ name: 'predictions', kind: 'predictions', ...common, outputHosts, outputsOnLoopback }];
}
