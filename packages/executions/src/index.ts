/** Paid executions: their states and charges as a pure core, and their store in PostgreSQL. */
export * from './core/charge.ts';
export * from './core/endings.ts';
export * from './core/states.ts';
export { type AcceptOutcome, type AcceptRequest, isSameRequest } from './store/accept.ts';
export { AUDIT_RULES, type AuditLimits, auditFindings, auditTick } from './store/audit.ts';
export { openExecutions } from './store/backlog.ts';
export { type Circuits, createCircuits } from './store/circuits.ts';
export { readDurations } from './store/durations.ts';
export { type ExecutionStore, createExecutionStore } from './store/index.ts';
export type { ListRequest } from './store/list.ts';
export { type DueInvoice, type ProviderCosts, createProviderCosts } from './store/provider-costs.ts';
export { type OverdueExecution, cancelOverdue, overdueReviews, overtaken } from './store/overdue.ts';
export { type DueExecution, sweepDue } from './store/sweep.ts';
export * from './store/worker/index.ts';
