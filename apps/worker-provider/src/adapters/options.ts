/** What every adapter is made of: an entry of the configuration, as far as its dialect needs it. */
import type { ProviderName } from '@farebox/catalog';
import type { ProviderApi } from '../http/provider-api.ts';

export interface AdapterOptions {
  /** As plans name it. */
  readonly provider: ProviderName;
  readonly api: ProviderApi;
  /** Whether this service honours the token: one token, one cost. */
  readonly idempotency: boolean;
  /** Statuses of this service that prove that it did not take the call. */
  readonly refusedStatuses: ReadonlySet<number>;
  /** How long one request may take: of a synchronous dialect with the work in it. */
  readonly callMs: number;
}
