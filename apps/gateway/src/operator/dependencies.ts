/** Dependencies of the handlers of the operator API. */
import type { PaymentProvider } from '@farebox/payments';
import type { ArtifactStore, Downloads } from '@farebox/storage';
import type { ExecutionLog } from '@farebox/telemetry';
import type { ConfiguredProvider } from './providers.ts';
import type { OperatorStores } from './stores.ts';

export interface OperatorDependencies extends OperatorStores {
  readonly follow: ExecutionLog;
  /** Here workers store the results of provider calls. */
  readonly artifacts: Pick<ArtifactStore, 'stat'>;
  /** Signs URLs for parts and files of an export; the public port serves them. */
  readonly downloads: Pick<Downloads, 'urlOf'>;
  /** Maximum amount that one operator may give alone, in micro-USD; 0: any amount. */
  readonly aloneMaxMicros: bigint;
  /** Projects that an organization may have without a platform operator; archived ones do not count. */
  readonly projectsMax: number;
  /** Undefined if card payments are not configured. */
  readonly payments: PaymentProvider | undefined;
  /** Every configured external service. */
  readonly providers: readonly ConfiguredProvider[];
  /** Pepper of the stored key hashes. */
  readonly keyPepper: string;
  /** Encrypts the secret that signs webhooks for storage; the keeper decrypts it. */
  readonly sealWebhookSecret: (secret: string) => string;
}
