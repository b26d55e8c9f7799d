/** The handler of every route of the operator API, with its ports. A route without a handler does not compile. */
import type { OperatorDependencies } from '../dependencies.ts';
import type { OperatorHandlers } from '../endpoint.ts';
import * as audit from './audit.ts';
import * as balance from './balance.ts';
import * as caps from './caps.ts';
import * as checkouts from './checkouts.ts';
import * as executions from './executions.ts';
import * as exports from './exports.ts';
import * as files from './files.ts';
import * as fund from './fund.ts';
import * as invitations from './invitations.ts';
import * as keys from './keys.ts';
import * as origins from './origins.ts';
import * as people from './people.ts';
import * as prices from './prices.ts';
import * as lifecycle from './project-lifecycle.ts';
import * as projectPrices from './project-prices.ts';
import * as projects from './projects.ts';
import * as proposals from './proposals.ts';
import * as providers from './providers.ts';
import * as report from './report.ts';
import * as retention from './retention.ts';
import * as reviews from './reviews.ts';
import * as runnerKeys from './runner-keys.ts';
import * as statements from './statements.ts';
import * as tools from './tools.ts';
import * as webhooks from './webhooks.ts';

export const createOperatorHandlers = (dependencies: OperatorDependencies): OperatorHandlers => ({
  ...ofPeople(dependencies),
  ...ofProjects(dependencies),
  ...ofExecutions(dependencies),
  ...ofMoney(dependencies),
  ...ofTools(dependencies),
});

const ofPeople = (dependencies: OperatorDependencies) => ({
  listKeys: keys.listKeys(dependencies),
  findKey: keys.findKey(dependencies),
  issueKey: keys.issueKey(dependencies),
  rotateKey: keys.rotateKey(dependencies),
  revokeKey: keys.revokeKey,
  listProjectAudit: audit.listProjectAudit(dependencies),
  listOrganizationAudit: audit.listOrganizationAudit(dependencies),
  listPlatformAudit: audit.listPlatformAudit(dependencies),
  verifyOrganizationAudit: audit.verifyOrganizationAudit(dependencies),
  verifyPlatformAudit: audit.verifyPlatformAudit(dependencies),
  verifyEveryAudit: audit.verifyEveryAudit(dependencies),
  createInvitation: invitations.createInvitation(dependencies),
  listInvitations: invitations.listInvitations(dependencies),
  revokeInvitation: invitations.revokeInvitation,
  acceptInvitation: invitations.acceptInvitation(dependencies),
  listMembers: people.listMembers(dependencies),
  addMember: people.addMember,
  changeMember: people.changeMember,
  removeMember: people.removeMember,
  giveRoleInOrganization: people.giveRoleInOrganization,
  listProjectMembers: people.listProjectMembers(dependencies),
  giveRole: people.giveRole,
  takeRole: people.takeRole,
});

const ofProjects = (dependencies: OperatorDependencies) => ({
  listOrganizations: projects.listOrganizations(dependencies),
  createOrganization: projects.createOrganization,
  changeOrganization: projects.changeOrganization,
  listProjects: projects.listProjects(dependencies),
  createProject: projects.createProject(dependencies),
  readProject: projects.readProject(dependencies),
  changeProject: projects.changeProject,
  getPlatform: projects.getPlatform(dependencies),
  changePlatform: projects.changePlatform,
  suspendProject: lifecycle.suspendProject,
  resumeProject: lifecycle.resumeProject,
  archiveProject: lifecycle.archiveProject,
  unarchiveProject: lifecycle.unarchiveProject,
  listProviders: providers.listProviders(dependencies),
  getProvider: providers.getProvider(dependencies),
  getReport: report.getReport(dependencies),
  createExport: exports.createExport,
  cancelExport: exports.cancelExport,
  listExports: exports.listExports(dependencies),
  getExport: exports.getExport(dependencies),
  listExportParts: exports.listExportParts(dependencies),
  listExportFiles: exports.listExportFiles(dependencies),
  createWebhook: webhooks.createWebhook(dependencies),
  changeWebhook: webhooks.changeWebhook,
  rotateWebhook: webhooks.rotateWebhook(dependencies),
  replayWebhook: webhooks.replayWebhook,
  listWebhooks: webhooks.listWebhooks(dependencies),
  removeWebhook: webhooks.removeWebhook,
  listWebhookDeliveries: webhooks.listWebhookDeliveries(dependencies),
  getCors: origins.getCors(dependencies),
  setCors: origins.setCors,
  getRetention: retention.getRetention(dependencies),
  setRetention: retention.setRetention,
});

const ofExecutions = (dependencies: OperatorDependencies) => ({
  listProjectExecutions: executions.listProjectExecutions(dependencies),
  findExecution: executions.findExecution(dependencies),
  readExecution: executions.readExecution(dependencies),
  listReceivedResults: executions.listReceivedResults(dependencies),
  stopExecution: executions.stopExecution(dependencies),
  deleteExecutionContent: executions.deleteExecutionContent,
  findFile: files.findFile(dependencies),
  readFile: files.readFile(dependencies),
  deleteFile: files.deleteFile,
  listReviews: reviews.listReviews(dependencies),
  getReview: reviews.getReview(dependencies),
  resolveReview: reviews.resolveReview(dependencies),
});

const ofMoney = (dependencies: OperatorDependencies) => ({
  getBalance: balance.getBalance(dependencies),
  topUp: fund.topUp(dependencies),
  giveCredit: fund.giveCredit(dependencies),
  adjustBalance: fund.adjustBalance(dependencies),
  refundExecution: fund.refundExecution(dependencies),
  showStatement: statements.showStatement(dependencies),
  listStatementLines: statements.listStatementLines(dependencies),
  exportStatement: statements.exportStatement(dependencies),
  setLowBalance: statements.setLowBalance,
  listLowBalances: statements.listLowBalances(dependencies),
  listProposals: proposals.listProposals(dependencies),
  confirmProposal: proposals.confirmProposal,
  declineProposal: proposals.declineProposal,
  setProjectCap: caps.setProjectCap,
  setOrganizationCap: caps.setOrganizationCap,
  setKeyCap: caps.setKeyCap,
  openCheckout: checkouts.openCheckout(dependencies),
  listCheckouts: checkouts.listCheckouts(dependencies),
  findCheckout: checkouts.findCheckout(dependencies),
  getCheckout: checkouts.getCheckout(dependencies),
  listPaymentProblems: checkouts.listPaymentProblems(dependencies),
  listPrices: prices.listPrices(dependencies),
  getPrices: prices.getPrices(dependencies),
  getCurrentPrices: prices.getCurrentPrices(dependencies),
  publishPrices: prices.publishPrices,
  previewPrices: prices.previewPrices(dependencies),
  cancelPrices: prices.cancelPrices,
  listProjectPrices: projectPrices.listProjectPrices(dependencies),
  publishProjectPrices: projectPrices.publishProjectPrices,
  previewProjectPrices: projectPrices.previewProjectPrices(dependencies),
  cancelProjectPrices: projectPrices.cancelProjectPrices,
});

const ofTools = (dependencies: OperatorDependencies) => ({
  listTools: tools.listTools(dependencies),
  getTool: tools.getTool(dependencies),
  publishTool: tools.publishTool,
  previewTool: tools.previewTool(dependencies),
  activateTool: tools.activateTool,
  retireTool: tools.retireTool,
  listRunnerKeys: runnerKeys.listRunnerKeys(dependencies),
  issueRunnerKey: runnerKeys.issueRunnerKey(dependencies),
  revokeRunnerKey: runnerKeys.revokeRunnerKey,
});
