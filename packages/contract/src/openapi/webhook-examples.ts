/** One example message of each webhook event, for the OpenAPI document and for `farebox webhook trigger`. */
import { type WebhookEventType, statusToldBy } from '../schemas/index.ts';
import { recordedFor } from './examples.ts';

interface WebhookExample {
  readonly type: WebhookEventType;
  /** RFC 3339; equals `finishedAt` of the execution. */
  readonly timestamp: string;
  /** An execution with the status of the event. */
  readonly data: Readonly<Record<string, unknown>> & {
    readonly id: string;
    readonly status: string;
    readonly finishedAt: string;
  };
}

/** Differences of the other ends from the recorded success: no result and no charge. */
const WITHOUT_RESULT = { chargedMicros: 0, billing: [], output: { artifacts: [] } } as const;
const CHANGES: Readonly<Record<WebhookEventType, object>> = {
  'execution.succeeded': {},
  'execution.failed': {
    ...WITHOUT_RESULT,
    statusReason: 'source_not_readable',
    error: { status: 'INVALID_ARGUMENT', message: 'source_not_readable' },
  },
  'execution.cancelled': { ...WITHOUT_RESULT, statusReason: 'cancelled_by_request', cancelRequested: true },
};

export function webhookExample(type: WebhookEventType): WebhookExample {
  const status = statusToldBy(type);
  const { data } = recorded();
  const steps = data.steps.map((step) => (status === 'succeeded' ? step : { ...step, status, chargedMicros: 0 }));
  return { type, timestamp: data.finishedAt, data: { ...data, status, ...CHANGES[type], steps } };
}

interface Recorded {
  readonly data: WebhookExample['data'] & { readonly steps: readonly object[] };
}

const recorded = (): Recorded => (recordedFor('getExecution', '200') as { readonly example: Recorded }).example;
