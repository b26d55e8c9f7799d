/**
 * The TypeScript entry of the ledger. Reserve, settle and release are SQL functions, which the functions of executions call in their own transactions;
 * no other code writes ledger tables.
 */
export { capLeft, spendingBlockers } from './core/spending.ts';
export { type Margin, sumsBy, sumsOf } from './core/report.ts';
export { capKey, capOrganization, capProject } from './store/caps.ts';
export { findFunding, fund, type Funding, lockAccount, readRefundable } from './store/fund.ts';
export { readHolds } from './store/holds.ts';
export { statementCsv } from './core/statement-csv.ts';
export { readStatement, readStatementLines, readToolTotals } from './store/statement.ts';
export { countLowBalances, readLowBalances, setLowBalance } from './store/low-balance.ts';
export { decideProposal, findProposal, type Proposal, propose, readProposals } from './store/proposals.ts';
export { readMargins, readNearLimits, readPeriod } from './store/report.ts';
export { topUp } from './store/top-up.ts';
export { type MonthUsage, readUsage } from './store/usage.ts';
