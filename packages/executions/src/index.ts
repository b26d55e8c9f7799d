/** Paid executions: their states and charges as a pure core, and their store in PostgreSQL. */
export * from './core/charge.ts';
export * from './core/endings.ts';
export * from './core/states.ts';
export { type AcceptOutcome, type AcceptRequest, isSameRequest } from './store/accept.ts';
export {
  AUDIT_RULES,
  type AuditFinding,
  type AuditLimits,
  type AuditRule,
  auditFindings,
  auditTick,
} from './store/audit.ts';
export type { CancelExecution, CancelOutcome } from './store/cancel.ts';
export { type OpenExecutions, openExecutions } from './store/backlog.ts';
export { type Circuits, createCircuits } from './store/circuits.ts';
export { type ExecutionStore, createExecutionStore } from './store/index.ts';
export type { ListOutcome, ListRequest } from './store/list.ts';
export type { BatchedCall, ObserveBatch } from './store/observe-batch.ts';
export { type DueInvoice, type ProviderCosts, createProviderCosts } from './store/provider-costs.ts';
export type { FoundExecution } from './store/read.ts';
export { type OverdueExecution, cancelOverdue, overdueReviews, overtaken } from './store/overdue.ts';
export { type DueExecution, sweepDue } from './store/sweep.ts';
export * from './store/worker/index.ts';
