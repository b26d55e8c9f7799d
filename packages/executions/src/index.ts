/** Paid executions: states and charges as a pure core, and their store in PostgreSQL. */
export * from './core/charge.ts';
export * from './core/endings.ts';
export * from './core/states.ts';
export { costsUnknown } from './core/unheard.ts';
export { type AcceptOutcome, type AcceptRequest, isSameRequest } from './store/accept.ts';
export { type AcceptBatch, type AcceptBatchOutcome, type BatchStore, createBatchStore } from './store/batches/index.ts';
export { openExecutions } from './store/backlog.ts';
export { readDurations } from './store/durations.ts';
export { cancelByAdministrator } from './store/cancel.ts';
export { type Booking, type InspectedExecution, type PaidCall, inspectExecution } from './store/inspect.ts';
export { type EventUrlTimes, createEventUrlTimes } from './store/event-url-times.ts';
export { listExecutions } from './store/list.ts';
export { type ExecutionStore, createExecutionStore } from './store/index.ts';
export type { ListRequest } from './store/list.ts';
export { type OverdueExecution, cancelOverdue, overdueReviews, overtaken } from './store/overdue.ts';
export {
  LOG_ENTRIES_MAX,
  LOG_OPEN_MAX,
  LOG_PROJECTS_MAX,
  type LogBeginning,
  type LogEntry,
  type LogPosition,
  type ProjectLogReader,
  createProjectLogReader,
} from './store/project-log.ts';
export { type OpenReview, type ReviewPosition, findReview, listReviews } from './store/reviews.ts';
export { WATCHED_MARKS_MAX, WATCHED_READ_MAX, type WatchedReader, createWatchedReader } from './store/watched.ts';
export { organizationsWithReviewNotes, type ReviewNote, takeReviewNotes } from './store/review-notes.ts';
export { endReview, finishWithin } from './store/end-review.ts';
export { type DueExecution, sweepDue } from './store/sweep.ts';
export * from './store/worker/index.ts';
