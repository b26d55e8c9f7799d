/** The client's log as exchanges: each request with its answer. One without an answer was lost. */
import type { Said } from './evidence.ts';

export interface Exchange {
  readonly request: number;
  readonly act: string;
  readonly projectId: string;
  readonly idempotencyKey: string | undefined;
  readonly executionId: string | undefined;
  readonly answer: Said;
  readonly at: string;
  /** Lines of the log, so that what came after what is known without a clock. */
  readonly askedAt: number;
  readonly answeredAt: number;
}

const NEVER: Said = { at: '', lost: 'no answer' };

export function exchangesOf(client: readonly Said[]): Exchange[] {
  const answers = new Map(
    client.flatMap((line, index) => (line.answerTo === undefined ? [] : [[line.answerTo, { line, index }] as const])),
  );
  return client.flatMap(({ request, act, projectId, idempotencyKey, executionId, at }, askedAt) => {
    if (request === undefined || act === undefined || projectId === undefined) return [];
    const { line: answer, index: answeredAt } = answers.get(request) ?? { line: NEVER, index: Infinity };
    return [{ request, act, projectId, idempotencyKey, executionId, answer, at, askedAt, answeredAt }];
  });
}
