/**
 * External services that tools run on. A kind is a dialect of their HTTP API. An entry is one service of a deployment;
 * plans, circuits and costs refer to it by its name permanently. A configuration change never moves work from one
 * entry to another.
 */
export const PROVIDER_KINDS = ['openai', 'predictions'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** The name of an entry. Configured names never begin like those of the simulator. */
export type ProviderName = string;
export const SIMULATED = 'simulated-';
/** No configured name begins like the entry of a runner. */
export const RUNNER = 'tool-';
/** The entry of the runner of an own tool: `tool-acme-read-text`. The one for test projects never leads to the live runner. */
export const runnerEntry = (tool: string, { isTest }: { readonly isTest: boolean }): ProviderName =>
  `${isTest ? SIMULATED : ''}${RUNNER}${tool}`;
/** The simulator entry that replaces a service in test projects. */
export const simulated = (kind: ProviderKind): ProviderName => `${SIMULATED}${kind}`;

/** The entry that serves a model of ours, and its own name of the model. */
export interface ServedBy {
  readonly provider: ProviderName;
  readonly model: string;
}

/** The entry that serves a model, and a spare that serves it if nothing can have been sent to the first. */
export interface Served extends ServedBy {
  readonly spare?: ServedBy;
}

/** `tool/model` → the entry that serves it. Missing models are not offered. */
export type ProviderOffers = ReadonlyMap<string, Served>;

export const NO_PROVIDERS: ProviderOffers = new Map();
