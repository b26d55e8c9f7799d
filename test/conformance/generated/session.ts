/** The main job in types that a known generator made from the OpenAPI document. Compiled beside them; it never runs. */
import type { components, operations, webhooks } from './api.d.ts';

type Schemas = components['schemas'];
type Body<O extends keyof operations> = operations[O] extends {
  requestBody: { content: { 'application/json': infer B } };
}
  ? B
  : never;

declare function post<O extends keyof operations>(operation: O, body: Body<O>): Promise<unknown>;

export async function session(
  fileId: string,
  quote: Schemas['Quote'],
  execution: Schemas['Execution'],
): Promise<number> {
  await post('uploadFile', { mimeType: 'image/png', data: 'iVBORw0KGgo=' });
  await post('createQuote', { tool: quote.tool, arguments: { source: { fileId } } });
  const { priceVersion, maximumChargeMicros } = quote;
  await post('createExecution', { tool: quote.tool, arguments: {}, priceVersion, maximumChargeMicros });
  return charge(execution);
}

/** The compiler knows the members of each status, and a missing status does not compile. */
function charge(execution: Schemas['Execution']): number {
  switch (execution.status) {
    case 'queued':
    case 'running':
      return 0;
    case 'needs_review':
      return execution.review.exposureMicros;
    case 'failed':
      return execution.error.message === 'content_rejected' ? 0 : execution.chargedMicros;
    case 'succeeded':
    case 'cancelled':
      return execution.chargedMicros;
  }
}

/** A receiver of webhooks, which distinguishes events by their type. */
export function receive({ header, requestBody }: webhooks['executionEnded']['post']['parameters'] & Message): string {
  const event = requestBody.content['application/json'];
  const id = header['webhook-id'];
  switch (event.type) {
    case 'execution.succeeded':
      return `${id}: ${event.data.output.artifacts.length}`;
    case 'execution.failed':
      return `${id}: ${event.data.error.message}`;
    case 'execution.cancelled':
      return `${id}: ${event.data.chargedMicros}`;
  }
}
type Message = Pick<operations['executionEnded'], 'requestBody'>;

export function advice(message: Schemas['CreateExecutionErrorMessage']): 'wait' | 'mend' {
  return message === 'rate_limit_exceeded' || message === 'service_unavailable' ? 'wait' : 'mend';
}
