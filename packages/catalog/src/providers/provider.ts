/**
 * External services that tools run on. A kind is a dialect of their HTTP API; an entry is one service of a deployment, under a name that plans,
 * circuits and costs carry for ever. Work is never moved from one entry to another by a change of the configuration.
 */
export const PROVIDER_KINDS = ['openai', 'predictions'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** Of an entry. What the configuration names never begins as the simulator's do. */
export type ProviderName = string;
export const SIMULATED = 'simulated-';
/** The simulator in the place of a service, for test projects. */
export const simulated = (kind: ProviderKind): ProviderName => `${SIMULATED}${kind}`;

/** Who does the work of a model of ours: an entry, and its own name of the model. */
export interface ServedBy {
  readonly provider: ProviderName;
  readonly model: string;
}

/** Who does it, and who does it instead where nothing can have been sent to that one. */
export interface Served extends ServedBy {
  readonly spare?: ServedBy;
}

/** `tool/model` → who serves it. What is missing is not offered. */
export type ProviderOffers = ReadonlyMap<string, Served>;

export const NO_PROVIDERS: ProviderOffers = new Map();
