/** The client's log as exchanges: each request with its answer. One without an answer was lost. */
import type { Said } from './evidence.ts';

export interface Exchange {
  readonly request: number;
  readonly act: string;
  readonly projectId: string;
  readonly idempotencyKey: string | undefined;
  readonly executionId: string | undefined;
  readonly answer: Said;
}

const NEVER: Said = { at: '', lost: 'no answer' };

export function exchangesOf(client: readonly Said[]): Exchange[] {
  const answers = new Map(
    client.flatMap((line) => (line.answerTo === undefined ? [] : [[line.answerTo, line] as const])),
  );
  return client.flatMap(({ request, act, projectId, idempotencyKey, executionId }) =>
    request === undefined || act === undefined || projectId === undefined
      ? []
      : [{ request, act, projectId, idempotencyKey, executionId, answer: answers.get(request) ?? NEVER }],
  );
}
