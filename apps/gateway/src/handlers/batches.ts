/** Batches of the project: quote, list, read, cancel and download of results. A batch of another project is not found. */
import { AppError, type Batch, type BatchQuote, BATCH_LIMITS, invalidRequest, LIMITS } from '@farebox/contract';
import { invariant, microsToJson } from '@farebox/kernel';
import { quoteBatch, type WholeQuote } from '../accept/batch-quoting.ts';
import { blockersOf } from '../accept/blockers.ts';
import { batchResult } from '../endpoint/batch-result.ts';
import type { Dependencies } from '../endpoint/dependencies.ts';
import type { Handler } from '../endpoint/handler.ts';
import { tenantOf } from '../endpoint/share.ts';
import { retryAfterOf } from '../endpoint/execution-result.ts';
import { LISTED_AT, refusedCancel } from '../endpoint/forms.ts';
import { checkedBody } from '../endpoint/validation.ts';

type QuoteNeeds = Pick<
  Dependencies,
  'offers' | 'circuits' | 'executionEnabled' | 'files' | 'storeWatch' | 'templates' | 'usage'
>;
type Needs = Pick<Dependencies, 'batches'>;

export const createBatchQuote =
  (needs: QuoteNeeds): Handler<'createBatchQuote'> =>
  async ({ identity, body }) => {
    const request = checkedBody('createBatchQuote', body);
    const catalog = await needs.offers.catalogOf(identity.project);
    const whole = await quoteBatch({ ...needs, catalog }, { ...request, projectId: identity.project.id });
    return {
      status: 200,
      data: wireQuote(whole, await blockersOf(needs, identity, { ...whole, isAvailable: whole.unavailable === null })),
    };
  };

const wireQuote = (whole: WholeQuote, blockers: BatchQuote['blockers']): BatchQuote => ({
  tool: whole.tool,
  priceVersion: whole.quotedVersion,
  currency: 'USD',
  minimumChargeMicros: microsToJson(whole.minimumMicros),
  maximumChargeMicros: microsToJson(whole.maximumMicros),
  items: whole.quotes.map(({ model, minimumMicros, maximumMicros }) => ({
    model,
    minimumChargeMicros: microsToJson(minimumMicros),
    maximumChargeMicros: microsToJson(maximumMicros),
  })),
  blockers,
});

export const listBatches =
  ({ batches }: Needs): Handler<'listBatches'> =>
  async ({ identity, query: { limit, ...filters } }) => {
    const request = { ...filters, projectId: identity.project.id, limit: limit ?? LIMITS.listDefault };
    const page = await batches.list(request);
    if (page === 'unknown_before') throw invalidRequest({ 'query:before': 'is not a batch of this project' });
    return { status: 200, data: page };
  };

export const getBatch =
  ({ batches, batchWatch, waits }: Needs & Pick<Dependencies, 'batchWatch' | 'waits'>): Handler<'getBatch'> =>
  async (call) => {
    const tenant = tenantOf(call.identity);
    const { id } = call.params;
    const read = async (): Promise<Batch> => {
      const batch = await batches.get(tenant[1], id);
      if (batch === null) throw new AppError('batch_not_found', { details: LISTED_AT.batch_not_found });
      return batch;
    };
    const follow = (done: () => void) => ({ leave: batchWatch.untilIdle({ tenant, id }, done), latest: read });
    return waits.answeredWhen(call, { state: await read(), isOver: isIdle, follow }, batchResult);
  };

/** Reviews may take days, so they end a wait. */
const isIdle = ({ counts }: Batch): boolean => counts.queued + counts.running === 0;

const CANCEL_ERRORS = { not_found: 'batch_not_found', forbidden: 'execution_cancel_forbidden' } as const;

export const cancelBatch =
  ({ batches, follow }: Pick<Dependencies, 'batches' | 'follow'>): Handler<'cancelBatch'> =>
  async ({ identity: { project, key, member }, requestId, params, body }) => {
    checkedBody('cancelBatch', body);
    const asked = { projectId: project.id, id: params.id, keyLineage: key.lineage, role: member.role };
    const outcome = await batches.requestCancel(asked);
    if (outcome.kind !== 'requested') throw refusedCancel(CANCEL_ERRORS[outcome.kind], params.id, member.role);
    for (const { executionId, hasEnded } of outcome.changed) {
      const ids = { projectId: project.id, executionId, requestId };
      const end = { status: 'cancelled', reason: 'cancelled_before_start', chargedMicros: 0 };
      if (hasEnded) follow('execution ended', { ...ids, ...end });
      else follow('execution cancel requested', ids);
    }
    return batchResult(outcome.batch);
  };

export const getBatchResults =
  ({ batches, executions }: Pick<Dependencies, 'batches' | 'executions'>): Handler<'getBatchResults'> =>
  async ({ identity, params, query }) => {
    const { from = 0, limit = BATCH_LIMITS.resultsMax } = query;
    const projectId = identity.project.id;
    const items = await batches.items({ projectId, id: params.id, from, limit });
    if (items === null) throw new AppError('batch_not_found', { details: LISTED_AT.batch_not_found });
    const lines = await Promise.all(
      items.map(async ({ index, executionId }) => {
        const execution = await executions.get(projectId, executionId);
        invariant(execution !== null, 'an execution exists for ever');
        return { index, execution };
      }),
    );
    return { status: 200, lines, ...retryAfterOf(lines.map(({ execution }) => execution)) };
  };
