/**
 * I11 for runners that ask for work: a run whose end was taken has an outcome. Its runner has a 200 for the end, so it is in the
 * database, whatever was killed or cut since. Only a client that asked to cancel may be left without it, and one whose review had begun
 * before: a review asks ever more rarely, and then the operator pays for a late end. A review that had hardly any time of the machine
 * excuses it too.
 */
import type { Change, Evidence } from '../evidence.ts';
import { grantedMs } from '../granted.ts';
import { hasEnded, ownCallsIn } from '../own-calls.ts';

/** In this time of the machine a worker asks for the outcome at least once. */
const ASKED_WITHIN_MS = 10_000;

const DECIDED: ReadonlySet<string | undefined> = new Set(['succeeded', 'failed']);

export function checkTakenEnds(evidence: Evidence): string[] {
  const {
    run: { machine },
    steps,
    history,
  } = evidence;
  const status = new Map(steps.map((step) => [`${step.execution_id}.${step.index}`, step.status]));
  const reviews = new Map(
    history
      .filter(isReview)
      .toReversed()
      .map((change) => [change.execution_id, change]),
  );
  return ownCallsIn(evidence)
    .filter(hasEnded)
    .flatMap(({ token, run, execution: { id, finished_at: finishedAt, cancel_requested_at: cancelled } }) => {
      const [end] = run?.taken ?? [];
      if (end === undefined || cancelled !== null || DECIDED.has(status.get(token))) return [];
      const review = reviews.get(id);
      const [beforeMs, endMs] = [Date.parse(review?.at ?? finishedAt ?? ''), Date.parse(finishedAt ?? '')];
      const hadTime = review === undefined || grantedMs(machine, beforeMs, endMs) >= ASKED_WITHIN_MS;
      return Date.parse(end.at) < beforeMs && hadTime
        ? [`the end of ${token} was taken at ${end.at}, and it is ${status.get(token) ?? 'nowhere'}`]
        : [];
    });
}

/** The first line of each review. */
const isReview = ({ kind, old_status, new_status }: Change): boolean =>
  kind === 'execution' && new_status === 'needs_review' && old_status !== 'needs_review';
