/** The ledger check: looks for breaches between executions, transfers, accounts, usage and costs. It corrects nothing. */
export { checkLedger } from './check.ts';
export { ledgerCheckTick } from './store/check.ts';
