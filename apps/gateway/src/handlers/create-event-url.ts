/** Makes a URL at which a page follows executions without a key. It is a secret: only the client gets it. */
import { AppError, type EventUrl, type EventUrlRequest, invalidRequest, LIMITS } from '@farebox/contract';
import type { Dependencies } from '../endpoint/dependencies.ts';
import { LISTED_AT } from '../endpoint/forms.ts';
import type { Handler } from '../endpoint/handler.ts';
import { checkedBody } from '../endpoint/validation.ts';
import type { EventPermission } from '../watch/event-addresses.ts';

type Needs = Pick<Dependencies, 'eventAddresses' | 'eventUrlTimes' | 'executions'>;

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

/** Throws `execution_not_found`, so that a server learns of a wrong id before a page does. */
async function streamOf(
  { executions }: Needs,
  projectId: string,
  { executionId, tool }: EventUrlRequest,
): Promise<EventPermission['stream']> {
  if (executionId === undefined) return { kind: 'project', tool };
  if (tool !== undefined) throw invalidRequest({ '/tool': 'is not allowed with executionId' });
  const execution = await executions.get(projectId, executionId);
  if (execution === null) throw new AppError('execution_not_found', { details: LISTED_AT.execution_not_found });
  return { kind: 'execution', id: execution.id };
}
