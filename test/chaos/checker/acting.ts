/** The operators' log as acts: each with every request that was sent for it, and what the responses decided. */
import type { Acting, GivenKind } from './acts.ts';

export interface Act {
  readonly kind: GivenKind;
  readonly projectId: string;
  readonly executionId: string | null;
  readonly amountMicros: number;
  /** Name of the booking: each kind has names of its own. */
  readonly reference: string;
  readonly requests: readonly Acting[];
  readonly replies: readonly Acting[];
  /** `done`: a response says so. `refused`: every response does. `open`: nobody can know. */
  readonly outcome: 'done' | 'refused' | 'open';
}

/** Responses that leave open whether the act took place. */
const isOpen = ({ status, message }: Acting): boolean =>
  status === undefined || status >= 500 || message === 'rate_limit_exceeded';

const NOTHING: Acting = { at: '' };

export function actsIn(lines: readonly Acting[]): Act[] {
  const replies = new Map(lines.flatMap((line) => (line.replyTo === undefined ? [] : [[line.replyTo, line] as const])));
  const asked = Map.groupBy(
    lines.filter(({ request }) => request !== undefined),
    ({ projectId, kind, reference }) => `${projectId} ${kind}-${reference}`,
  );
  return [...asked.values()].flatMap((requests) => {
    const { kind, projectId, executionId = null, amountMicros, reference } = requests[0] ?? NOTHING;
    if (kind === undefined || projectId === undefined || amountMicros === undefined || reference === undefined)
      return [];
    const own = requests.map(({ request }) => replies.get(request ?? 0) ?? { at: '' });
    const outcome = own.some(({ status }) => status === 200) ? 'done' : own.some(isOpen) ? 'open' : 'refused';
    const named = { kind, projectId, executionId, amountMicros, reference: `${kind}-${reference}` };
    return [{ ...named, requests, replies: own, outcome }];
  });
}
