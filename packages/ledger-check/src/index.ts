/** The ledger check: compares executions, transfers, accounts, usage and costs, and reports breaches. It corrects nothing. */
export { checkLedger } from './check.ts';
export { ledgerCheckTick } from './store/check.ts';
