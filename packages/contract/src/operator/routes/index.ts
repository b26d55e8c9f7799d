/** All endpoints of the operator API. A handler map typed by `OperatorRouteName` does not compile while a handler is missing. */
import { auditRoutes } from './audit.ts';
import { capRoutes } from './caps.ts';
import { exportRoutes } from './exports.ts';
import { checkoutRoutes } from './checkouts.ts';
import { executionRoutes } from './executions.ts';
import { fileRoutes } from './files.ts';
import { invitationRoutes } from './invitations.ts';
import { keyRoutes } from './keys.ts';
import { moneyRoutes } from './money.ts';
import { peopleRoutes } from './people.ts';
import { priceRoutes } from './prices.ts';
import { projectRoutes } from './projects.ts';
import { proposalRoutes } from './proposals.ts';
import { providerRoutes } from './providers.ts';
import { reportRoutes } from './report.ts';
import { originRoutes } from './origins.ts';
import { retentionRoutes } from './retention.ts';
import { reviewRoutes } from './reviews.ts';
import { runnerKeyRoutes } from './runner-keys.ts';
import { statementRoutes } from './statements.ts';
import { toolRoutes } from './tools.ts';
import { webhookRoutes } from './webhooks.ts';

export const OPERATOR_ROUTES = {
  ...auditRoutes,
  ...capRoutes,
  ...exportRoutes,
  ...checkoutRoutes,
  ...executionRoutes,
  ...fileRoutes,
  ...invitationRoutes,
  ...keyRoutes,
  ...moneyRoutes,
  ...peopleRoutes,
  ...projectRoutes,
  ...proposalRoutes,
  ...providerRoutes,
  ...reportRoutes,
  ...originRoutes,
  ...retentionRoutes,
  ...reviewRoutes,
  ...runnerKeyRoutes,
  ...statementRoutes,
  ...toolRoutes,
  ...webhookRoutes,
  ...priceRoutes,
};
export type OperatorRouteName = keyof typeof OPERATOR_ROUTES;

type Routes = typeof OPERATOR_ROUTES;
/** The changes that the audit log records. */
export type ActName = {
  [N in OperatorRouteName]: Routes[N] extends { readonly act: infer A } ? A : never;
}[OperatorRouteName];
