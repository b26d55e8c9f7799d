/** The ports of the operator API's handlers. Each handler names those that it uses. */
import type { PaymentProvider } from '@farebox/payments';
import type { ArtifactStore, Downloads } from '@farebox/storage';
import type { ConfiguredProvider } from './providers.ts';
import type { OperatorStores } from './stores.ts';

export interface OperatorDependencies extends OperatorStores {
  /** Where workers store the response of a paid provider call. */
  readonly artifacts: Pick<ArtifactStore, 'stat'>;
  /** Of parts and files of an export: the public port serves them. */
  readonly downloads: Pick<Downloads, 'urlOf'>;
  /** What one operator may give alone, in micro-USD; 0: any amount. */
  readonly aloneMaxMicros: bigint;
  /** Undefined: no payments by card are taken. */
  readonly payments: PaymentProvider | undefined;
  /** Every external service that is configured here. */
  readonly providers: readonly ConfiguredProvider[];
  /** Under which keys are stored. */
  readonly keyPepper: string;
  /** What signs webhooks, as it is stored: the keeper opens it. */
  readonly sealWebhookSecret: (secret: string) => string;
}
