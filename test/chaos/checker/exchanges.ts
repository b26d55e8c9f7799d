/** The client's log as exchanges: each request with its response. A request without a response was lost. */
import type { Said } from './evidence.ts';

export interface Exchange {
  readonly request: number;
  readonly act: string;
  readonly projectId: string;
  readonly idempotencyKey: string | undefined;
  readonly executionId: string | undefined;
  readonly quoteId: string | undefined;
  readonly ceilingMicros: number | undefined;
  /** Seconds of `Prefer: wait`. */
  readonly waitSeconds: number | undefined;
  /** The request itself, with its body. */
  readonly asked: Said;
  readonly reply: Said;
  readonly at: string;
  /** Line numbers of the log, which order events without a clock. */
  readonly askedAt: number;
  readonly repliedAt: number;
}

const NEVER: Said = { at: '', lost: 'no response' };

export function exchangesOf(client: readonly Said[]): Exchange[] {
  const replies = new Map(
    client.flatMap((line, index) => (line.replyTo === undefined ? [] : [[line.replyTo, { line, index }] as const])),
  );
  return client.flatMap((line, askedAt) => {
    const { request, act, projectId, idempotencyKey, executionId, quoteId, ceilingMicros, waitSeconds, at } = line;
    if (request === undefined || act === undefined || projectId === undefined) return [];
    const { line: reply, index: repliedAt } = replies.get(request) ?? { line: NEVER, index: Infinity };
    const asked = { request, act, projectId, idempotencyKey, executionId, quoteId, ceilingMicros, waitSeconds, at };
    return [{ ...asked, asked: line, reply, askedAt, repliedAt }];
  });
}
