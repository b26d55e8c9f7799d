/**
 * One external service as the operations use it: its adapter, the allowed hosts of its files, and the tariffs of its
 * models.
 */
import type { ProviderName } from '@farebox/catalog';
import type { Adapter } from './adapter.ts';
import type { Bounds } from './call/core/state.ts';
import type { EgressRules } from './egress/guard.ts';
import type { RunnerEgress } from '@farebox/tools/runners';
import type { ModelTariffs } from './tariff/tariffs.ts';

export interface ProviderEntry<Request> {
  readonly adapter: Adapter<Request>;
  /** Tariffs for costs that the service does not report. */
  readonly tariffs: ModelTariffs;
  readonly egress: EgressRules | RunnerEgress;
  readonly bounds: Bounds;
}

/** Entries of one kind, by their name in plans; missing if not configured. */
export type Entries<Request> = ReadonlyMap<ProviderName, ProviderEntry<Request>>;

/** After a cancel, or in a review: time to learn the real outcome and cost. */
export const LEARN_SECONDS = 20;
