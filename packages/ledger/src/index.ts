/**
 * The ledger's door for TypeScript. Reserve, settle and release are SQL functions that the functions of executions call
 * inside their own transactions; nothing else writes ledger tables.
 */
export { spendingBlockers } from './core/spending.ts';
export { topUp } from './store/top-up.ts';
export { type MonthUsage, readUsage } from './store/usage.ts';
