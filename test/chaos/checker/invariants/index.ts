/** The promises, each with the check that looks for breaches in the evidence. */
import type { Evidence } from '../evidence.ts';
import { checkRun } from './i00-run.ts';
import { checkGiven } from './i01-given.ts';
import { checkLedger } from './i01-ledger.ts';
import { checkLines } from './i01-lines.ts';
import { checkRefused } from './i01-refused.ts';
import { checkStatements } from './i01-statements.ts';
import { checkHolds } from './i02-holds.ts';
import { checkBooked } from './i03-booked.ts';
import { checkCharges } from './i03-charges.ts';
import { checkLog } from './i03-log.ts';
import { checkMargins } from './i03-margins.ts';
import { checkOwnCharges } from './i03-own.ts';
import { checkReviewLog } from './i03-reviews.ts';
import { checkServices } from './i03-services.ts';
import { checkStepCharges } from './i03-steps.ts';
import { checkClaims } from './i04-claims.ts';
import { checkEffects } from './i04-effects.ts';
import { checkAcceptance } from './i05-acceptance.ts';
import { checkAddresses } from './i05-addresses.ts';
import { checkAgents } from './i05-agents.ts';
import { checkBatches } from './i05-batches.ts';
import { checkBatchStates } from './i05-batch-states.ts';
import { checkBatchesTold } from './i05-batch-told.ts';
import { checkFirsts } from './i05-firsts.ts';
import { checkRequests } from './i05-requests.ts';
import { checkEndings } from './i06-endings.ts';
import { checkArtifacts } from './i07-artifacts.ts';
import { checkAsked } from './i07-asked.ts';
import { checkDelivered } from './i07-delivered.ts';
import { checkFacts } from './i07-facts.ts';
import { checkKept } from './i07-kept.ts';
import { checkOwnResults } from './i07-own.ts';
import { checkResumed } from './i07-resumed.ts';
import { checkUploads } from './i07-uploads.ts';
import { checkAttributed } from './i08-attributed.ts';
import { checkStarted } from './i08-started.ts';
import { checkTimes } from './i08-times.ts';
import { checkUsage } from './i08-usage.ts';
import { checkCancels } from './i09-cancels.ts';
import { checkReasons } from './i09-reasons.ts';
import { checkRights } from './i09-rights.ts';
import { checkStates } from './i09-states.ts';
import { checkToldStates } from './i09-told.ts';
import { checkToldRunners } from './i10-runs.ts';
import { checkSecrets } from './i10-secrets.ts';
import { checkDeliveredResults } from './i11-delivered.ts';
import { checkOutcomes } from './i11-outcomes.ts';
import { checkTakenEnds } from './i11-taken.ts';
import { checkActivated } from './i12-activated.ts';
import { checkAgreement } from './i12-agreement.ts';
import { checkDeadlines } from './i12-deadlines.ts';
import { checkEnds } from './i12-ends.ts';
import { checkErrors } from './i12-errors.ts';
import { checkInputs } from './i12-inputs.ts';
import { checkLists } from './i12-lists.ts';
import { checkOwnTools } from './i12-own.ts';
import { checkPrices } from './i12-prices.ts';
import { checkReceipts } from './i12-receipts.ts';
import { checkShown } from './i12-shown.ts';
import { checkUnbought } from './i12-unbought.ts';
import { checkDeliveries } from './i14-deliveries.ts';
import { checkOrder } from './i14-order.ts';
import { checkDeliveryRecords } from './i14-records.ts';
import { checkTold } from './i14-told.ts';
import { checkWebhooks } from './i14-webhooks.ts';

export interface Promised {
  readonly says: string;
  /** Returns each breach as a sentence. */
  readonly check: (evidence: Evidence) => readonly string[];
}

export const PROMISES: Readonly<Record<string, Promised>> = {
  I0: { says: 'there was something to judge', check: checkRun },
  I1: {
    says: 'every account balances and is the sum of its transfers, each for a payment, an act or an execution',
    check: (evidence) => [
      ...checkLedger(evidence),
      ...checkGiven(evidence),
      ...checkRefused(evidence),
      ...checkStatements(evidence),
      ...checkLines(evidence),
    ],
  },
  I2: { says: 'one hold an execution, one resolution once it has ended', check: checkHolds },
  I3: {
    says: 'charged what is due, never above the hold, and booked what its service took',
    check: (evidence) => [
      ...checkCharges(evidence),
      ...checkBooked(evidence),
      ...checkOwnCharges(evidence),
      ...checkReviewLog(evidence),
      ...checkLog(evidence),
      ...checkServices(evidence),
      ...checkStepCharges(evidence),
      ...checkMargins(evidence),
    ],
  },
  I4: {
    says: 'at most one paid effect a step',
    check: (evidence) => [...checkEffects(evidence), ...checkClaims(evidence)],
  },
  I5: {
    says: 'what was accepted exists, once',
    check: (evidence) => [
      ...checkAcceptance(evidence),
      ...checkAddresses(evidence),
      ...checkBatches(evidence),
      ...checkAgents(evidence),
      ...checkBatchStates(evidence),
      ...checkBatchesTold(evidence),
      ...checkFirsts(evidence),
      ...checkRequests(evidence),
    ],
  },
  I6: { says: 'every execution has ended or is under review', check: checkEndings },
  I7: {
    says: 'every success has its files, every file its object',
    check: (evidence) => [
      ...checkArtifacts(evidence),
      ...checkResumed(evidence),
      ...checkFacts(evidence),
      ...checkOwnResults(evidence),
      ...checkAsked(evidence),
      ...checkDelivered(evidence),
      ...checkKept(evidence),
      ...checkUploads(evidence),
    ],
  },
  I8: {
    says: 'usage is what was settled, where and when it was, within the cap',
    check: (evidence) => [
      ...checkUsage(evidence),
      ...checkAttributed(evidence),
      ...checkTimes(evidence),
      ...checkStarted(evidence),
    ],
  },
  I9: {
    says: 'states and epochs only move forward, and a cancel has its effect',
    check: (evidence) => [
      ...checkStates(evidence),
      ...checkCancels(evidence),
      ...checkReasons(evidence),
      ...checkRights(evidence),
      ...checkToldStates(evidence),
    ],
  },
  I10: {
    says: 'nothing of one project, and no secret, where it must not be',
    check: (evidence) => [...checkSecrets(evidence), ...checkToldRunners(evidence)],
  },
  I11: {
    says: 'nothing that was paid for is thrown away',
    check: (evidence) => [...checkOutcomes(evidence), ...checkDeliveredResults(evidence), ...checkTakenEnds(evidence)],
  },
  I12: {
    says: 'reserved, done, charged and shown as the client was quoted',
    check: (evidence) => [
      ...checkAgreement(evidence),
      ...checkInputs(evidence),
      ...checkPrices(evidence),
      ...checkOwnTools(evidence),
      ...checkShown(evidence),
      ...checkReceipts(evidence),
      ...checkErrors(evidence),
      ...checkUnbought(evidence),
      ...checkActivated(evidence),
      ...checkDeadlines(evidence),
      ...checkEnds(evidence),
      ...checkLists(evidence),
    ],
  },
  I14: {
    says: 'a client that follows a project receives every end, as a poll returns it',
    check: (evidence) => [
      ...checkTold(evidence),
      ...checkOrder(evidence),
      ...checkWebhooks(evidence),
      ...checkDeliveries(evidence),
      ...checkDeliveryRecords(evidence),
    ],
  },
};
