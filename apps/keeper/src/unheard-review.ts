/**
 * Ends a review that has no evidence at `resolveBy`, in the customer's favour, in one transaction with its audit log entry.
 * The chain is locked first, as in every administrative action; a transaction that waits for a chain holds neither an
 * execution's row nor an account.
 */
import { appendEntry, lockChain } from '@farebox/audit-log';
import type { Database } from '@farebox/db';
import { type Finishing, findReview, finishWithin, type OpenReview } from '@farebox/executions';
import { organizationOfProject } from '@farebox/identity';
import { type Engine, invariant, microsToJson, subMicros } from '@farebox/kernel';

/** Returns false if the claim was lost, and writes nothing then. */
export function endReviewUnheard(database: Database, engine: Engine, finishing: Finishing): Promise<boolean> {
  const { projectId, id: executionId } = finishing;
  return database.transaction(async (transaction) => {
    const chain = await organizationOfProject(transaction, projectId);
    invariant(chain !== null, 'an execution is of a project');
    await lockChain(transaction, chain);
    const review = await findReview(transaction, { projectId, executionId });
    if (review === null || !(await finishWithin(transaction, engine, finishing))) return false;
    await appendEntry(transaction, {
      chain,
      actor: { kind: 'system', subject: 'keeper' },
      act: 'review.resolve',
      projectId,
      target: executionId,
      before: whatWasKnown(review),
      after: howItEnded(finishing, review),
      reason: 'its resolveBy has passed, and the outcome of the provider call is unknown',
      requestId: null,
      replay: null,
    });
    return true;
  });
}

/** Leaves out the customer's input, because the audit log is kept forever. */
function whatWasKnown({ asked: { parameters: _, ...asked }, ...review }: OpenReview): object {
  return {
    ...review,
    nextLookupAt: review.nextLookupAt.toISOString(),
    proven: review.proven.map(({ step, costMicros }) => ({
      step,
      costMicros: costMicros === null ? null : microsToJson(costMicros),
    })),
    exposureMicros: microsToJson(review.exposureMicros),
    heldMicros: microsToJson(review.heldMicros),
    resolveBy: review.resolveBy.toISOString(),
    asked: { ...asked, dispatchedAt: asked.dispatchedAt?.toISOString() ?? null },
  };
}

const howItEnded = ({ id, status, charge: { chargedMicros } }: Finishing, { heldMicros }: OpenReview): object => ({
  executionId: id,
  status,
  chargedMicros: microsToJson(chargedMicros),
  releasedMicros: microsToJson(subMicros(heldMicros, chargedMicros)),
  resolution: 'customer_favour',
});
