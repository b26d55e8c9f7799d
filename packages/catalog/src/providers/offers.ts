/**
 * Which models of external services stand behind which of ours: settings that gateway and worker share. Keys are the
 * worker's alone; the gateway calls no service and only needs to know what is offered.
 */
import { type Config, type Field, optionalUrl } from '@farebox/kernel';
import { ALL_TOOLS } from '../tools/all.ts';
import { type Offerable, type ProvidersFile, providersFileField } from './file.ts';
import { type ModelMap, parseModelMap } from './model-map.ts';
import { NO_PROVIDERS, type ProviderKind, type ProviderName, type ProviderOffers, simulated } from './provider.ts';
import { NOT_ENCRYPTED, isEncrypted } from './url.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** By which one entry of each kind is set without a file. */
const URL_VARIABLES = ['FAREBOX_OPENAI_URL', 'FAREBOX_PREDICTIONS_URL'];

/** For who only needs the names of entries. */
export const providersFileOf = (env: Environment) =>
  providersFileField(
    OFFERABLE,
    URL_VARIABLES.filter((variable) => (env[variable] ?? '') !== ''),
  );

/** What gateway and worker read alike, made for an environment: services are named in one place. */
export const providerOfferFields = (env: Environment) => ({
  providersFile: providersFileOf(env),
  openaiUrl: baseUrl('FAREBOX_OPENAI_URL', 'Base URL of an OpenAI-compatible API, with its version path'),
  openaiModels: modelMap('FAREBOX_OPENAI_MODELS', 'openai'),
  predictionsUrl: baseUrl('FAREBOX_PREDICTIONS_URL', 'Base URL of a predictions API as Replicate has it'),
  predictionsModels: modelMap('FAREBOX_PREDICTIONS_MODELS', 'predictions'),
  simulatorUrl: optionalUrl('FAREBOX_SIMULATOR_URL', {
    description:
      'Base URL of the provider simulator, which answers the external tools of test projects and of no others; empty: they are not offered there.',
    protocols: ['http:', 'https:'],
  }),
});

export type ProviderOfferConfig = Config<ReturnType<typeof providerOfferFields>>;

/** Whoever read the file, with keys or without. */
type OffersConfig = Omit<ProviderOfferConfig, 'providersFile' | 'simulatorUrl'> & {
  readonly providersFile: Pick<ProvidersFile, 'offers'> | undefined;
};

/** A provider without an address offers nothing, whatever models are named. */
export function providerOffersOf(config: OffersConfig): ProviderOffers {
  if (config.providersFile !== undefined) return config.providersFile.offers;
  return new Map([
    ...(config.openaiUrl === undefined ? [] : servedBy('openai', config.openaiModels)),
    ...(config.predictionsUrl === undefined ? [] : servedBy('predictions', config.predictionsModels)),
  ]);
}

const servedBy = (provider: ProviderKind, models: ModelMap) =>
  [...models].map(([name, model]) => [name, { provider, model }] as const);

/** Entries that settings can name without a file. */
const UNFILED: readonly ProviderName[] = ['openai', 'predictions'];

/** The names of the entries that a deployment has, for who calls none of them. */
export const providerNamesOf = (file: ProvidersFile | undefined): readonly ProviderName[] =>
  file === undefined ? UNFILED : file.providers.map(({ name }) => name);

/** What the simulator offers to test projects: every model, or nothing where none runs. Its names tell a reader of its log which tool asked. */
export const simulatedOffersOf = ({ simulatorUrl }: Pick<ProviderOfferConfig, 'simulatorUrl'>): ProviderOffers =>
  simulatorUrl === undefined
    ? NO_PROVIDERS
    : new Map(
        [...OFFERABLE].map(([name, kind]) => [
          name,
          { provider: simulated(kind), model: `sim-${name.replace('/', '-')}` },
        ]),
      );

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
    description: `Models offered, as tool/model=the provider's name, separated by commas. Of ${offered.join(', ')}.`,
    defaultText: '',
    secret: false,
    parse: (value) => parseModelMap(value, offered),
  };
}
