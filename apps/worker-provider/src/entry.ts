/** One external service as the operations use it: how it is spoken to, where its files may come from, and what its models cost. */
import type { ProviderName } from '@farebox/catalog';
import type { Adapter } from './adapter.ts';
import type { Bounds } from './call/core/state.ts';
import type { EgressRules } from './egress/guard.ts';
import type { ModelTariffs } from './tariff/tariffs.ts';

export interface ProviderEntry<Request> {
  readonly adapter: Adapter<Request>;
  /** For what the service does not say. */
  readonly tariffs: ModelTariffs;
  readonly egress: EgressRules;
  readonly bounds: Bounds;
}

/** Those of one kind, by the name in a plan; missing where not configured. */
export type Entries<Request> = ReadonlyMap<ProviderName, ProviderEntry<Request>>;

/** After a cancel, or in a review: how long to find out what really arose. */
export const LEARN_SECONDS = 20;
