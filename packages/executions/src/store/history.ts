/**
 * The life of one execution, as its administrators see it: from the row, its history (execution_noted.sql), its steps and
 * its provider calls. Nothing in it is content.
 */
import type { Execution } from '@farebox/contract';
import type { StepRow } from './columns.ts';

/** The order is that of execution_noted.sql. */
export type HistoryEntry = readonly [
  event: ClaimEvent,
  atMs: number,
  epoch: number,
  detail: string | null,
  worker: string | null,
];

export const CLAIM_EVENTS = [
  'claimed',
  'lost',
  'crashed',
  'postponed',
  'handed_back',
  'handed_over',
  'review_began',
  'review_ended',
] as const;
export type ClaimEvent = (typeof CLAIM_EVENTS)[number];

export const TIMELINE_EVENTS = [
  'accepted',
  ...CLAIM_EVENTS,
  'step_began',
  'step_ended',
  'call_sent',
  'cancel_requested',
  'ended',
] as const;

export interface TimelineEvent {
  readonly at: string;
  readonly event: (typeof TIMELINE_EVENTS)[number];
  /** Number of the claim that the event belongs to; null outside of a claim. */
  readonly claim: number | null;
  /** Name of the process that held the claim; its start line and its lines have the same name. */
  readonly worker: string | null;
  readonly step: number | null;
  readonly detail: string | null;
}

interface Life {
  readonly execution: Execution;
  readonly history: readonly HistoryEntry[] | null;
  readonly recorded: readonly StepRow[];
  readonly cancelRequestedAt: Date | null;
  readonly calls: readonly SentCall[];
}

interface SentCall {
  readonly step: number;
  readonly provider: string | null;
  readonly dispatchedAt: Date | null;
}

/** Oldest first. Times of steps are by the clock of the worker, all others by the clock of the database. */
export function timelineOf({ execution, history, recorded, cancelRequestedAt, calls }: Life): readonly TimelineEvent[] {
  const { createdAt, finishedAt, status, statusReason } = execution;
  const end = statusReason === null ? status : `${status}: ${statusReason}`;
  const events = [
    eventOf(createdAt, 'accepted'),
    ...claimEvents(history ?? []),
    ...recorded.flatMap(stepEvents),
    ...calls.flatMap(({ step, provider, dispatchedAt: at }) =>
      at === null ? [] : [eventOf(at, 'call_sent', { step, detail: provider })],
    ),
    ...(cancelRequestedAt === null ? [] : [eventOf(cancelRequestedAt, 'cancel_requested')]),
    ...(finishedAt === null ? [] : [eventOf(finishedAt, 'ended', { detail: end })]),
  ];
  return events.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

const stepEvents = ({ index: step, status, attempt, started_at: began, finished_at: ended }: StepRow) => [
  ...(began === null ? [] : [eventOf(began, 'step_began', { step, detail: `attempt ${attempt}` })]),
  ...(ended === null ? [] : [eventOf(ended, 'step_ended', { step, detail: status })]),
];

const eventOf = (
  at: string | number | Date,
  event: TimelineEvent['event'],
  more: Partial<Omit<TimelineEvent, 'at' | 'event'>> = {},
): TimelineEvent => ({
  at: new Date(at).toISOString(),
  event,
  claim: null,
  worker: null,
  step: null,
  detail: null,
  ...more,
});

/** Only the entry of a claim names its worker; what follows belongs to the same one. */
function claimEvents(history: readonly HistoryEntry[]): readonly TimelineEvent[] {
  const workers = new Map(
    history.flatMap(([event, , epoch, , worker]) => (event === 'claimed' ? [[epoch, worker]] : [])),
  );
  return history.map(([event, atMs, claim, detail, worker]) =>
    eventOf(atMs, event, { claim, worker: worker ?? workers.get(claim) ?? null, detail }),
  );
}
