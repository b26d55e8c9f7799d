/** External services that tools run on, by the dialect of their HTTP API; each is configured once in a deployment. */
export const PROVIDERS = ['openai', 'predictions'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** As plans, circuits and costs name it: the service itself, or the simulator in its place. Work is never moved from one to the other. */
export type ProviderName = Provider | SimulatedProvider;
export type SimulatedProvider = `simulated-${Provider}`;
export const simulated = (provider: Provider): SimulatedProvider => `simulated-${provider}`;

/** `tool/model` → the provider's name of its model. */
export type ModelMap = ReadonlyMap<string, string>;
export type ProviderOffers = Readonly<Record<Provider, ModelMap>>;

const NONE: ModelMap = new Map();
export const NO_PROVIDERS: ProviderOffers = { openai: NONE, predictions: NONE };
