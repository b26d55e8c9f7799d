/** External services that tools run on, by the dialect of their HTTP API; each is configured once in a deployment. */
export const PROVIDERS = ['openai', 'predictions'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** `tool/model` → the provider's name of its model. */
export type ModelMap = ReadonlyMap<string, string>;
export type ProviderOffers = Readonly<Record<Provider, ModelMap>>;

const NONE: ModelMap = new Map();
export const NO_PROVIDERS: ProviderOffers = { openai: NONE, predictions: NONE };
