/**
 * The read functions of the packages, bound to the database. A handler of the operator API that reads gets these stores; a
 * handler that writes gets the transaction of its audit log entry. So no handler has the database itself.
 */
import { readChains, readEntries, verifyChain } from '@farebox/audit-log';
import type { Database } from '@farebox/db';
import { findReview, inspectExecution, listExecutions, listReviews } from '@farebox/executions';
import { findExport, listExportFiles, listExportParts, listExports } from '@farebox/exports';
import { findFile } from '@farebox/files';
import {
  findKey,
  listInvitations,
  listKeys,
  listMembers,
  listOrganizations,
  listPeople,
  listProjects,
  readOrigins,
  readPlatform,
  readProject,
} from '@farebox/identity';
import {
  readHolds,
  readLowBalances,
  readMargins,
  readNearLimits,
  readPeriod,
  readProposals,
  readStatement,
  readStatementLines,
  readToolTotals,
  readUsage,
} from '@farebox/ledger';
import { findCheckout, keepSession, readCheckouts, readProblems } from '@farebox/payments';
import { currentTable, findTable, lastExecutions, listTables, listTerms, pricesOnTerms } from '@farebox/prices';
import { readProviderFailures, readProviderMonth, readProviderStates } from '@farebox/providers';
import { readRetention } from '@farebox/retention';
import {
  findDigest,
  findTool,
  findToolVersion,
  listRunnerKeys,
  listTools,
  listToolVersions,
  readRunners,
} from '@farebox/tools';
import { listDeliveries, listEndpoints } from '@farebox/webhooks';

export type OperatorStores = ReturnType<typeof createOperatorStores>;

export const createOperatorStores = (database: Database) => ({
  auditLog: bound(database, { readChains, readEntries, verifyChain }),
  balances: bound(database, {
    readHolds,
    readLowBalances,
    readStatement,
    readStatementLines,
    readToolTotals,
    readUsage,
  }),
  checkouts: bound(database, { findCheckout, keepSession, readCheckouts, readProblems }),
  executions: bound(database, { inspectExecution, listExecutions }),
  exports: bound(database, { findExport, listExportFiles, listExportParts, listExports }),
  files: bound(database, { findFile }),
  keys: bound(database, { findKey, listKeys }),
  people: bound(database, { listInvitations, listMembers, listPeople }),
  platform: bound(database.prisma, { readPlatform }),
  prices: bound(database.prisma, { currentTable, findTable, lastExecutions, listTables, listTerms, pricesOnTerms }),
  projects: bound(database, { listOrganizations, listProjects, readOrigins, readProject, readRetention }),
  proposals: bound(database, { readProposals }),
  providerStates: bound(database, { readProviderFailures, readProviderMonth, readProviderStates }),
  reports: bound(database, { readMargins, readNearLimits, readPeriod }),
  reviews: bound(database, { findReview, listReviews }),
  tools: bound(database, {
    findDigest,
    findTool,
    findToolVersion,
    listRunnerKeys,
    listTools,
    listToolVersions,
    readRunners,
  }),
  webhooks: bound(database, { listDeliveries, listEndpoints }),
});

type Bound<F> = F extends (reader: never, ...asked: infer A) => infer R ? (...asked: A) => R : never;

/** The functions without their first parameter. */
function bound<R, F extends Readonly<Record<string, (reader: R, ...asked: never[]) => unknown>>>(
  reader: R,
  functions: F,
): { readonly [N in keyof F]: Bound<F[N]> } {
  const entries = Object.entries(functions).map(([name, read]) => [
    name,
    (...asked: never[]) => read(reader, ...asked),
  ]);
  return Object.fromEntries(entries) as { readonly [N in keyof F]: Bound<F[N]> };
}
