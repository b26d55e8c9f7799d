/** Makes a URL at which a page follows executions without a key. It is a secret: only the client gets it. */
import { AppError, type EventUrl, type EventUrlRequest, invalidRequest, LIMITS } from '@farebox/contract';
import type { Dependencies } from '../endpoint/dependencies.ts';
import { LISTED_AT } from '../endpoint/forms.ts';
import type { Handler } from '../endpoint/handler.ts';
import { checkedBody } from '../endpoint/validation.ts';
import type { EventPermission } from '../watch/event-addresses.ts';

type Needs = Pick<Dependencies, 'batches' | 'eventAddresses' | 'eventUrlTimes' | 'executions'>;

export const createEventUrl =
  (needs: Needs): Handler<'createEventUrl'> =>
  async ({ identity, body }) => {
    const request = checkedBody('createEventUrl', body);
    const { key, project } = identity;
    const stream = await streamOf(needs, project.id, request);
    const expiresAt = await needs.eventUrlTimes.endAfter(request.expiresInSeconds ?? LIMITS.eventUrlSeconds);
    const data: EventUrl = {
      url: needs.eventAddresses.urlOf({ keyPublicId: key.publicId, projectId: project.id, expiresAt, stream }),
      expiresAt: expiresAt.toISOString(),
    };
    return { status: 200, data };
  };

/** Throws `execution_not_found` or `batch_not_found`, so that a server learns of a wrong id before a page does. */
async function streamOf(
  { batches, executions }: Needs,
  projectId: string,
  { executionId, batchId, tool }: EventUrlRequest,
): Promise<EventPermission['stream']> {
  if (executionId !== undefined) {
    if (batchId !== undefined) throw notTogether('/batchId', 'executionId');
    if (tool !== undefined) throw notTogether('/tool', 'executionId');
    const execution = await executions.get(projectId, executionId);
    if (execution === null) throw new AppError('execution_not_found', { details: LISTED_AT.execution_not_found });
    return { kind: 'execution', id: execution.id };
  }
  if (batchId === undefined) return { kind: 'project', tool };
  if (tool !== undefined) throw notTogether('/tool', 'batchId');
  const batch = await batches.get(projectId, batchId);
  if (batch === null) throw new AppError('batch_not_found', { details: LISTED_AT.batch_not_found });
  return { kind: 'batch', id: batch.id };
}

const notTogether = (pointer: string, other: string): AppError =>
  invalidRequest({ [pointer]: `is not allowed with ${other}` });
