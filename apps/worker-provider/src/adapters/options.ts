/** Input of every adapter: the parts of a configuration entry that its dialect needs. */
import type { ProviderName } from '@farebox/catalog';
import type { ProviderApi } from '../http/provider-api.ts';

export interface AdapterOptions {
  /** Name of the provider entry in plans. */
  readonly provider: ProviderName;
  readonly api: ProviderApi;
  /** Whether this service honours the token: one token, one cost. */
  readonly idempotency: boolean;
  /** Statuses of this service which prove that it did not accept the call. */
  readonly refusedStatuses: ReadonlySet<number>;
  /** Time limit of one request, including the work in a synchronous dialect. */
  readonly callMs: number;
}
