/** Every endpoint's handler. A missing one does not compile. */
import type { OperatorDependencies } from '../dependencies.ts';
import type { OperatorHandlers } from '../endpoint.ts';
import * as audit from './audit.ts';
import * as keys from './keys.ts';
import * as invitations from './invitations.ts';
import * as people from './people.ts';
import * as caps from './caps.ts';
import * as checkouts from './checkouts.ts';
import * as fund from './fund.ts';
import * as providers from './providers.ts';
import * as proposals from './proposals.ts';
import * as statements from './statements.ts';
import { getBalance } from './balance.ts';
import * as lifecycle from './project-lifecycle.ts';
import * as projects from './projects.ts';
import * as origins from './origins.ts';
import * as retention from './retention.ts';
import * as reviews from './reviews.ts';
import { exportHandlers } from './exports.ts';
import { webhookHandlers } from './webhooks.ts';
import * as executions from './executions.ts';
import { deleteFile, readFile } from './files.ts';
import * as prices from './prices.ts';
import * as projectPrices from './project-prices.ts';

export const createOperatorHandlers = (dependencies: OperatorDependencies): OperatorHandlers => ({
  ...ofPeople(dependencies),
  ...ofProjects(dependencies),
  ...ofMoney(dependencies),
  ...checkoutHandlers(dependencies),
  ...ofPrices(dependencies),
});

const ofPeople = (dependencies: OperatorDependencies) => ({
  listKeys: keys.listKeys(dependencies),
  issueKey: keys.issueKey(dependencies),
  rotateKey: keys.rotateKey(dependencies),
  revokeKey: keys.revokeKey(dependencies),
  listProjectAudit: audit.listProjectAudit(dependencies),
  listOrganizationAudit: audit.listOrganizationAudit(dependencies),
  listPlatformAudit: audit.listPlatformAudit(dependencies),
  verifyOrganizationAudit: audit.verifyOrganizationAudit(dependencies),
  verifyPlatformAudit: audit.verifyPlatformAudit(dependencies),
  verifyEveryAudit: audit.verifyEveryAudit(dependencies),
  createInvitation: invitations.createInvitation(dependencies),
  listInvitations: invitations.listInvitations(dependencies),
  revokeInvitation: invitations.revokeInvitation(dependencies),
  acceptInvitation: invitations.acceptInvitation(dependencies),
  listMembers: people.listMembers(dependencies),
  addMember: people.addMember(dependencies),
  changeMember: people.changeMember(dependencies),
  removeMember: people.removeMember(dependencies),
  giveRoleInOrganization: people.giveRoleInOrganization(dependencies),
  listProjectMembers: people.listProjectMembers(dependencies),
  giveRole: people.giveRole(dependencies),
  takeRole: people.takeRole(dependencies),
});

const ofProjects = (dependencies: OperatorDependencies) => ({
  listOrganizations: projects.listOrganizations(dependencies),
  createOrganization: projects.createOrganization(dependencies),
  changeOrganization: projects.changeOrganization(dependencies),
  listProjects: projects.listProjects(dependencies),
  createProject: projects.createProject(dependencies),
  readProject: projects.readProject(dependencies),
  changeProject: projects.changeProject(dependencies),
  suspendProject: lifecycle.suspendProject(dependencies),
  resumeProject: lifecycle.resumeProject(dependencies),
  archiveProject: lifecycle.archiveProject(dependencies),
  unarchiveProject: lifecycle.unarchiveProject(dependencies),
  listProviders: providers.listProviders(dependencies),
  getProvider: providers.getProvider(dependencies),
  getPlatform: projects.getPlatform(dependencies),
  changePlatform: projects.changePlatform(dependencies),
  ...exportHandlers(dependencies),
  ...webhookHandlers(dependencies),
  listProjectExecutions: executions.listProjectExecutions(dependencies),
  readExecution: executions.readExecution(dependencies),
  stopExecution: executions.stopExecution(dependencies),
  deleteExecutionContent: executions.deleteExecutionContent(dependencies),
  readFile: readFile(dependencies),
  deleteFile: deleteFile(dependencies),
  getCors: origins.getCors(dependencies),
  setCors: origins.setCors(dependencies),
  getRetention: retention.getRetention(dependencies),
  setRetention: retention.setRetention(dependencies),
  listReviews: reviews.listReviews(dependencies),
  getReview: reviews.getReview(dependencies),
  resolveReview: reviews.resolveReview(dependencies),
});

const ofMoney = (dependencies: OperatorDependencies) => ({
  getBalance: getBalance(dependencies),
  topUp: fund.topUp(dependencies),
  giveCredit: fund.giveCredit(dependencies),
  adjustBalance: fund.adjustBalance(dependencies),
  refundExecution: fund.refundExecution(dependencies),
  showStatement: statements.showStatement(dependencies),
  listStatementLines: statements.listStatementLines(dependencies),
  exportStatement: statements.exportStatement(dependencies),
  setLowBalance: statements.setLowBalance(dependencies),
  listLowBalances: statements.listLowBalances(dependencies),
  listProposals: proposals.listProposals(dependencies),
  confirmProposal: proposals.confirmProposal(dependencies),
  declineProposal: proposals.declineProposal(dependencies),
  setProjectCap: caps.setProjectCap(dependencies),
  setOrganizationCap: caps.setOrganizationCap(dependencies),
  setKeyCap: caps.setKeyCap(dependencies),
});

const ofPrices = (dependencies: OperatorDependencies) => ({
  listPrices: prices.listPrices(dependencies),
  getCurrentPrices: prices.getCurrentPrices(dependencies),
  getPrices: prices.getPrices(dependencies),
  publishPrices: prices.publishPrices(dependencies),
  previewPrices: prices.previewPrices(dependencies),
  cancelPrices: prices.cancelPrices(dependencies),
  listProjectPrices: projectPrices.listProjectPrices(dependencies),
  publishProjectPrices: projectPrices.publishProjectPrices(dependencies),
  previewProjectPrices: projectPrices.previewProjectPrices(dependencies),
  cancelProjectPrices: projectPrices.cancelProjectPrices(dependencies),
});

const checkoutHandlers = (dependencies: OperatorDependencies) => ({
  openCheckout: checkouts.openCheckout(dependencies),
  listCheckouts: checkouts.listCheckouts(dependencies),
  getCheckout: checkouts.getCheckout(dependencies),
  listPaymentProblems: checkouts.listPaymentProblems(dependencies),
});
