/**
 * The external services of a gateway's configuration, for operators. The gateway has no provider keys and must not have
 * any, because it makes no provider calls.
 */
import type { OfferedRunner } from '@farebox/tools';
import {
  type ProviderKind,
  type ProviderOfferConfig,
  type ProviderOffers,
  providerOffersOf,
  runnerEntry,
  simulated,
  simulatedOffersOf,
} from '@farebox/catalog';

export interface ConfiguredProvider {
  readonly name: string;
  readonly kind: ProviderKind | OfferedRunner['kind'];
  readonly host: string;
  readonly serves: readonly Serving[];
}

interface Serving {
  /** `tool/model`. */
  readonly model: string;
  /** The provider's name of the model. */
  readonly by: string;
  readonly isSpare: boolean;
}

/** Returns the entries of live projects, then the simulator once for each kind. */
export function configuredProvidersOf(config: ProviderOfferConfig): readonly ConfiguredProvider[] {
  const live = entriesOf(config).map((entry) => withServed(entry, providerOffersOf(config)));
  const offers = simulatedOffersOf(config);
  const { simulatorUrl } = config;
  if (simulatorUrl === undefined) return live;
  const kinds: readonly ProviderKind[] = ['openai', 'predictions'];
  return [...live, ...kinds.map((kind) => withServed({ name: simulated(kind), kind, url: simulatorUrl }, offers))];
}

interface Entry {
  readonly name: string;
  readonly kind: ProviderKind;
  readonly url: URL;
}

function entriesOf({ providersFile, openaiUrl, predictionsUrl }: ProviderOfferConfig): readonly Entry[] {
  if (providersFile !== undefined) return providersFile.providers;
  const single = (kind: ProviderKind, url: URL | undefined): readonly Entry[] =>
    url === undefined ? [] : [{ name: kind, kind, url }];
  return [...single('openai', openaiUrl), ...single('predictions', predictionsUrl)];
}

const withServed = ({ name, kind, url }: Entry, offers: ProviderOffers): ConfiguredProvider => ({
  name,
  kind,
  host: url.host,
  serves: [...offers].flatMap(([model, { spare, ...first }]) => [
    ...(first.provider === name ? [{ model, by: first.model, isSpare: false }] : []),
    ...(spare?.provider === name ? [{ model, by: spare.model, isSpare: true }] : []),
  ]),
});

/** The live runner of a tool is one more provider; its calls, circuits and costs have this name. */
export const runnerOf = ({ tool, version, kind, url }: OfferedRunner): ConfiguredProvider => ({
  name: runnerEntry(tool, { isTest: false }),
  kind,
  host: url === null ? '' : (URL.parse(url)?.host ?? ''),
  serves: [{ model: tool, by: `version ${version}`, isSpare: false }],
});
