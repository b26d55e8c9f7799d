/**
 * The external models behind the tools: settings that gateway and provider worker share. Only the worker has keys; the
 * gateway calls no service and only needs to know what is offered.
 */
import { type Config, type Field, isEncrypted, NOT_ENCRYPTED, optionalUrl } from '@farebox/kernel';
import { ALL_TOOLS } from '../tools/all.ts';
import { type Offerable, type ProvidersFile, providersFileField } from './file.ts';
import { type ModelMap, parseModelMap } from './model-map.ts';
import { NO_PROVIDERS, type ProviderKind, type ProviderName, type ProviderOffers, simulated } from './provider.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that define one entry of each kind without a file. */
const URL_VARIABLES = ['FAREBOX_OPENAI_URL', 'FAREBOX_PREDICTIONS_URL'];

/** For callers that only need the names of entries. */
export const providersFileOf = (env: Environment) =>
  providersFileField(
    OFFERABLE,
    URL_VARIABLES.filter((variable) => (env[variable] ?? '') !== ''),
  );

/**
 * Fields that gateway and worker read alike. They depend on the environment, because services are defined either in
 * the file or by settings.
 */
export const providerOfferFields = (env: Environment) => ({
  providersFile: providersFileOf(env),
  openaiUrl: baseUrl('FAREBOX_OPENAI_URL', 'Base URL of an OpenAI-compatible API, with its version path'),
  openaiModels: modelMap('FAREBOX_OPENAI_MODELS', 'openai'),
  predictionsUrl: baseUrl('FAREBOX_PREDICTIONS_URL', 'Base URL of a Replicate-compatible predictions API'),
  predictionsModels: modelMap('FAREBOX_PREDICTIONS_MODELS', 'predictions'),
  simulatorUrl: optionalUrl('FAREBOX_SIMULATOR_URL', {
    description:
      'Base URL of the provider simulator, which serves the external tools of test projects only; empty: test projects have no external tools.',
    protocols: ['http:', 'https:'],
  }),
});

export type ProviderOfferConfig = Config<ReturnType<typeof providerOfferFields>>;

/** The configuration, read with or without keys. */
type OffersConfig = Omit<ProviderOfferConfig, 'providersFile' | 'simulatorUrl'> & {
  readonly providersFile: Pick<ProvidersFile, 'offers'> | undefined;
};

/** A provider without an address offers nothing, even if models are mapped. */
export function providerOffersOf(config: OffersConfig): ProviderOffers {
  if (config.providersFile !== undefined) return config.providersFile.offers;
  return new Map([
    ...(config.openaiUrl === undefined ? [] : servedBy('openai', config.openaiModels)),
    ...(config.predictionsUrl === undefined ? [] : servedBy('predictions', config.predictionsModels)),
  ]);
}

const servedBy = (provider: ProviderKind, models: ModelMap) =>
  [...models].map(([name, model]) => [name, { provider, model }] as const);

/** Entries that settings define without a file. */
const UNFILED: readonly ProviderName[] = ['openai', 'predictions'];

/** The entry names of a deployment, for processes that call none of them. */
export const providerNamesOf = (file: ProvidersFile | undefined): readonly ProviderName[] =>
  file === undefined ? UNFILED : file.providers.map(({ name }) => name);

/**
 * The simulator's offers to test projects: every model, or none if no simulator runs. The model name shows in the
 * simulator's log which tool sent the request.
 */
export const simulatedOffersOf = ({ simulatorUrl }: Pick<ProviderOfferConfig, 'simulatorUrl'>): ProviderOffers =>
  simulatorUrl === undefined
    ? NO_PROVIDERS
    : new Map(
        [...OFFERABLE].map(([name, kind]) => [
          name,
          { provider: simulated(kind), model: `${kind === 'predictions' ? OWNED : 'sim-'}${name.replace('/', '-')}` },
        ]),
      );

/** A predictions API names a model by its owner and its own name. */
const OWNED = 'sim/';

function baseUrl(variable: string, what: string): Field<URL | undefined> {
  const description = `${what}; https, or http on this machine; empty: its tools are not offered.`;
  const field = optionalUrl(variable, { description, protocols: ['http:', 'https:'] });
  return { ...field, parse: (value) => encrypted(field.parse(value)) };
}

function encrypted(url: URL | undefined): URL | undefined {
  if (url !== undefined && !isEncrypted(url)) throw new Error(NOT_ENCRYPTED);
  return url;
}

const OFFERABLE: Offerable = new Map(
  ALL_TOOLS.flatMap(({ name: tool, models, provider }) =>
    provider === undefined ? [] : models.map((model) => [`${tool}/${model.name}`, provider] as const),
  ),
);

function modelMap(variable: string, provider: ProviderKind): Field<ModelMap> {
  const offered = [...OFFERABLE].flatMap(([name, kind]) => (kind === provider ? [name] : []));
  return {
    variable,
    description: `Models offered, as tool/model=provider's model name, separated by commas. tool/model is one of ${offered.join(', ')}.`,
    defaultText: '',
    secret: false,
    parse: (value) => parseModelMap(value, offered),
  };
}
