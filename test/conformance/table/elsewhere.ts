/**
 * Sentences that no client can observe, with the tests elsewhere in the repository that prove them. `suite.test.ts` fails when a sentence of the
 * contract has neither a test of this suite nor a row here, and when a file named here does not exist.
 */
import { RUNNERS_ELSEWHERE } from './elsewhere-runners.ts';
import type { Sentence } from './sentences.ts';

export interface ProvenElsewhere extends Sentence {
  /** Paths from the root of the repository. */
  readonly files: readonly string[];
}

export const PROVEN_ELSEWHERE: readonly ProvenElsewhere[] = [
  {
    reference: 'contract 1',
    text: 'a configurable base path, default none',
    files: ['apps/gateway/src/http/connections.test.ts'],
  },
  {
    reference: 'contract 2',
    text: "Another project's id answers exactly like one that does not exist",
    files: ['apps/gateway/src/isolation/public-matrix.test.ts', 'apps/gateway/src/isolation/doors.test.ts'],
  },
  {
    reference: 'contract 2',
    text: '`internal_error` (no detail beyond requestId)',
    files: ['apps/gateway/src/http/defect.test.ts'],
  },
  {
    reference: 'contract 2',
    text: '`template_limit_reached`: `namesMax`, `versionsMax`.',
    files: ['apps/gateway/src/handlers/templates.test.ts'],
  },
  {
    reference: 'contract 2',
    text: 'It is the same for an id that is hidden and one that does not exist.',
    files: ['apps/gateway/src/isolation/public-matrix.test.ts'],
  },
  {
    reference: 'contract 2',
    text: 'A download URL likewise: `not_found` with `reason` `expired` and `expiredAt`.',
    files: ['packages/storage/src/downloads/downloads.test.ts', 'apps/gateway/src/http/serve-file.test.ts'],
  },
  {
    reference: 'contract 2',
    text: '`not_found` of the operator API has `missing`, the kind of the thing, and for the version of an own tool `versions`, at most ten that exist, newest first.',
    files: ['apps/gateway/src/operator/tools.test.ts', 'packages/tools/src/store/acts.test.ts'],
  },
  { reference: 'contract 2', text: '`service_unavailable`', files: ['apps/gateway/src/process/faults.test.ts'] },
  {
    reference: 'contract 2',
    text: "`tool_temporarily_unavailable` (its provider's circuit is open)",
    files: ['apps/gateway/src/accept/providers.test.ts'],
  },
  { reference: 'contract 3', text: 'after a price change', files: ['apps/gateway/src/accept/execute.test.ts'] },
  {
    reference: 'contract 3',
    text: '`details.accepted` is on 503 of this route alone: `false` only when a look-up under the lock found nothing, else "unknown"',
    files: ['apps/gateway/src/process/faults.test.ts'],
  },
  {
    reference: 'contract 4',
    text: 'the service fetches the file and stores it as an upload, with the same checks, limits and response',
    files: ['apps/gateway/src/upload/upload-from-url.test.ts'],
  },
  { reference: 'contract 4', text: 'it follows no redirect', files: ['apps/gateway/src/upload/remote-files.test.ts'] },
  {
    reference: 'contract 4',
    text: 'The file arrives within 30 s, or the fetch is `timed_out`.',
    files: ['apps/gateway/src/upload/remote-files.test.ts'],
  },
  {
    reference: 'contract 4',
    text: 'A failed fetch stores nothing and uses no storage quota.',
    files: ['apps/gateway/src/upload/upload-from-url.test.ts'],
  },
  {
    reference: 'contract 4',
    text: 'a changed price cannot keep its version',
    files: ['packages/catalog/src/prices/version.test.ts'],
  },
  {
    reference: 'contract 4',
    text: 'A running execution keeps its version.',
    files: ['apps/gateway/src/accept/own-tools.test.ts'],
  },
  {
    reference: 'contract 4',
    text: 'the resolved arguments are what the execution stores, is charged by and is sent to a provider',
    files: ['packages/catalog/src/arguments/validator.test.ts', 'packages/catalog/src/providers/offers.test.ts'],
  },
  {
    reference: 'contract 4',
    text: 'after expiry the same bytes start a new retention period under the same rule',
    files: ['packages/executions/src/store/read.test.ts'],
  },
  { reference: 'contract 4', text: "never past the file's expiry", files: ['apps/gateway/src/upload/files.test.ts'] },
  {
    reference: 'contract 4',
    text: 'month = UTC month of the settlement',
    files: ['packages/executions/src/store/times.test.ts'],
  },
  {
    reference: 'contract 6',
    text: 'stored as an HMAC-SHA-256 with a pepper; shown once',
    files: ['packages/identity/src/keys/directory.test.ts'],
  },
  { reference: 'contract 6', text: 'an overlap of 0–7 days', files: ['apps/gateway/src/operator/operator.test.ts'] },
  {
    reference: 'contract 6',
    text: "a test project's balance is play money that its ADMIN tops up freely, its external tools are answered by the provider simulator",
    files: [
      'apps/gateway/src/operator/operator.test.ts',
      'apps/gateway/src/accept/environments.test.ts',
      'apps/worker-provider/src/main.test.ts',
    ],
  },
  {
    reference: 'contract 6',
    text: 'left out of every business figure',
    files: ['apps/gateway/src/process/observed.test.ts'],
  },
  {
    reference: 'contract 6',
    text: 'Lists of keys show `publicId` and the environment',
    files: ['apps/gateway/src/operator/operator.test.ts'],
  },
  {
    reference: 'contract 6',
    text: 'Issued by an ADMIN of the project (member session: JWT verified with `jose`, OIDC issuer configurable, a local issuer by default)',
    files: ['apps/gateway/src/operator/operator.test.ts', 'packages/identity/src/sessions/sessions.test.ts'],
  },
  ...RUNNERS_ELSEWHERE,
  {
    reference: 'issue 7',
    text: '429 `storage_quota_reached`',
    files: ['apps/gateway/src/upload/storage-quota.test.ts'],
  },
  {
    reference: 'contract 4',
    text: 'an animated PNG is refused',
    files: ['packages/media/src/inspect/wild-files.test.ts'],
  },
  {
    reference: 'contract 5',
    text: 'Waits for executions and for batches count against one limit for each key, project and organization.',
    files: ['apps/gateway/src/watch/batch-waits.test.ts', 'apps/gateway/src/watch/long-polls.test.ts'],
  },
  {
    reference: 'contract 5',
    text: "An external service's result counts in any form that a decoder of the service reads: it is converted, confined, to the promised type",
    files: ['apps/worker-provider/src/pictures.test.ts', 'apps/worker-provider/src/conversion/converter.test.ts'],
  },
  {
    reference: 'contract 5',
    text: 'A result that cannot be read, is not what was requested, or cannot be downloaded is a fault of the service: `failed` with `UNAVAILABLE` and `provider_output_invalid` or `provider_output_unavailable`',
    files: ['apps/worker-provider/src/results.test.ts', 'packages/worker/src/external-charges.test.ts'],
  },
  {
    reference: 'contract 5',
    text: 'Its external cost arose between the platform and the service, so the customer pays 0 for it, and the platform bears it',
    files: ['apps/worker-provider/src/results.test.ts', 'packages/worker/src/external-charges.test.ts'],
  },
  {
    reference: 'contract 5',
    text: 'an operator may configure that customers pay it',
    files: ['apps/worker-provider/src/results.test.ts'],
  },
  {
    reference: 'contract 5',
    text: 'Steps delivered before it are charged as in any failure',
    files: ['packages/worker/src/external-charges.test.ts'],
  },
  {
    reference: 'contract 5',
    text: "The result is kept for the operators as it was received, until the execution's content is deleted, at most 30 days",
    files: ['apps/gateway/src/operator/received-results.test.ts', 'apps/keeper/src/files.test.ts'],
  },
  {
    reference: 'contract 5',
    text: '`error.status` is `INVALID_ARGUMENT` only if the input or the request is at fault',
    files: ['packages/worker/src/external-charges.test.ts'],
  },
  {
    reference: 'contract 5',
    text: 'An external service that fails or gives up the work by itself is `UNAVAILABLE`',
    files: ['apps/worker-provider/src/ends.test.ts', 'packages/worker/src/external-charges.test.ts'],
  },
  {
    reference: 'contract 6',
    text: 'the operator API finds a key by `publicId`, and an execution, a file or a checkout by its id, without the project',
    files: ['apps/gateway/src/operator/found.test.ts'],
  },
  {
    reference: 'issue 10',
    text: 'Webhooks by the Standard Webhooks specification (its own vectors pass)',
    files: ['packages/webhooks/src/webhooks.test.ts', 'packages/sdk/src/webhooks.test.ts'],
  },
  {
    reference: 'issue 10',
    text: 'several endpoints a project, event filter',
    files: ['packages/webhooks/src/webhooks.test.ts', 'apps/gateway/src/operator/webhooks.test.ts'],
  },
  {
    reference: 'issue 10',
    text: 'signed, rotating secrets',
    files: ['test/recipes/webhooks.test.ts', 'packages/webhooks/src/changes.test.ts'],
  },
  {
    reference: 'issue 10',
    text: 'retries ≥ 24 h with backoff',
    files: ['packages/webhooks/src/webhooks.test.ts', 'test/recipes/webhooks.test.ts'],
  },
  {
    reference: 'issue 10',
    text: 'replay, delivery log',
    files: ['packages/webhooks/src/changes.test.ts', 'apps/gateway/src/operator/webhooks.test.ts'],
  },
  {
    reference: 'issue 10',
    text: 'automatic disabling with a notice',
    files: ['packages/webhooks/src/webhooks.test.ts', 'packages/webhooks/src/changes.test.ts'],
  },
  {
    reference: 'issue 10',
    text: 'guarded egress as for providers',
    files: ['packages/webhooks/src/webhooks.test.ts', 'apps/gateway/src/operator/webhooks.test.ts'],
  },
  {
    reference: 'issue 10',
    text: 'All off the money path (webhooks)',
    files: ['packages/webhooks/src/webhooks.test.ts', 'packages/webhooks/src/pace.test.ts'],
  },
  {
    reference: 'issue 10',
    text: 'Every event says the same as the poll (webhooks)',
    files: ['test/recipes/webhooks.test.ts', 'packages/webhooks/src/webhooks.test.ts'],
  },
  {
    reference: 'issue 10',
    text: '5,000 idle streams on one gateway ≤ 200 MB',
    files: ['apps/gateway/src/watch/idle-streams.test.ts'],
  },
];
