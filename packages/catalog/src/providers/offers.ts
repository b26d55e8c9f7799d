/**
 * Which models of external services stand behind which of ours: settings that gateway and worker share. Keys are the
 * worker's alone; the gateway calls no service and only needs to know what is offered.
 */
import { type Config, type Field, optionalUrl } from '@tollgate/kernel';
import type { ToolDefinition } from '../tool.ts';
import { PROVIDER_TOOLS } from '../tools/provider-tools.ts';
import { parseModelMap } from './model-map.ts';
import { type ModelMap, NO_PROVIDERS, type Provider, type ProviderOffers } from './provider.ts';

/** What gateway and worker read alike. */
export const providerOfferFields = {
  openaiUrl: baseUrl('TOLLGATE_OPENAI_URL', 'Base URL of an OpenAI-compatible API, with its version path'),
  openaiModels: modelMap('TOLLGATE_OPENAI_MODELS', 'openai'),
  predictionsUrl: baseUrl('TOLLGATE_PREDICTIONS_URL', 'Base URL of a predictions API as Replicate has it'),
  predictionsModels: modelMap('TOLLGATE_PREDICTIONS_MODELS', 'predictions'),
  simulatorUrl: optionalUrl('TOLLGATE_SIMULATOR_URL', {
    description:
      'Base URL of the provider simulator, which answers the external tools of test projects and of no others; empty: they are not offered there.',
    protocols: ['http:', 'https:'],
  }),
};

/** A provider without an address offers nothing, whatever models are named. */
export const providerOffersOf = (config: Config<typeof providerOfferFields>): ProviderOffers => ({
  openai: config.openaiUrl === undefined ? NO_PROVIDERS.openai : config.openaiModels,
  predictions: config.predictionsUrl === undefined ? NO_PROVIDERS.predictions : config.predictionsModels,
});

/** What the simulator offers to test projects: every model, or nothing where none runs. */
export const simulatedOffersOf = ({ simulatorUrl }: Config<typeof providerOfferFields>): ProviderOffers =>
  simulatorUrl === undefined
    ? NO_PROVIDERS
    : { openai: simulatedModels('openai'), predictions: simulatedModels('predictions') };

/** The simulator takes any name; this one tells a reader of its log which tool asked. */
const simulatedModels = (provider: Provider): ModelMap =>
  new Map(
    PROVIDER_TOOLS.filter((tool) => tool.provider === provider)
      .flatMap(modelNames)
      .map((name) => [name, `sim-${name.replace('/', '-')}`]),
  );

function baseUrl(variable: string, what: string): Field<URL | undefined> {
  const description = `${what}; https, or http on this machine; empty: its tools are not offered.`;
  const field = optionalUrl(variable, { description, protocols: ['http:', 'https:'] });
  return { ...field, parse: (value) => encrypted(field.parse(value)) };
}

/** It carries a key, and what customers wrote. URL writes every form of an IPv4 address as four numbers. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function encrypted(url: URL | undefined): URL | undefined {
  if (url?.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw new Error('must be https unless it is on this machine');
  return url;
}

function modelMap(variable: string, provider: Provider): Field<ModelMap> {
  const offered = PROVIDER_TOOLS.filter((tool) => tool.provider === provider).flatMap(modelNames);
  return {
    variable,
    description: `Models offered, as tool/model=the provider's name, separated by commas. Of ${offered.join(', ')}.`,
    defaultText: '',
    secret: false,
    parse: (value) => parseModelMap(value, offered),
  };
}

function modelNames({ name, models }: ToolDefinition): string[] {
  return models.map((model) => `${name}/${model.name}`);
}
