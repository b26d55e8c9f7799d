/**
 * Writes audit log entries for changes of reviews that workers have noted: that one began, and its result by evidence. Only
 * this task locks audit chains for them, so that no worker waits for an administrator. A note is deleted in the transaction
 * of its entry, so that each change is recorded once.
 */
import { appendEntry, lockChain, type NewEntry } from '@farebox/audit-log';
import type { Database } from '@farebox/db';
import { organizationsWithReviewNotes, type ReviewNote, takeReviewNotes } from '@farebox/executions';
import { microsToJson, subMicros } from '@farebox/kernel';

const ORGANIZATIONS_MAX = 100;
/** Notes per transaction, which bounds how long administrators of the organization wait. */
const NOTES_MAX = 100;
/** Transactions per organization and run; further notes wait for the next run. */
const ROUNDS_MAX = 10;

/** Returns the number of entries. A failure in one organization does not stop others; the next run retries it. */
export async function tellReviews(database: Database): Promise<number> {
  const errors: unknown[] = [];
  let total = 0;
  for (const organizationId of await organizationsWithReviewNotes(database, ORGANIZATIONS_MAX))
    total += await tellThose(database, organizationId).catch((error: unknown) => (errors.push(error), 0));
  if (errors.length > 0) throw new AggregateError(errors, 'changes of reviews cannot be recorded');
  return total;
}

async function tellThose(database: Database, organizationId: string): Promise<number> {
  let total = 0;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const told = await tellSome(database, organizationId);
    total += told;
    if (told < NOTES_MAX) break;
  }
  return total;
}

const tellSome = (database: Database, chain: string): Promise<number> =>
  database.transaction(async (transaction) => {
    await lockChain(transaction, chain);
    const notes = await takeReviewNotes(transaction, { organizationId: chain, limit: NOTES_MAX });
    for (const note of notes) await appendEntry(transaction, { chain, ...entryOf(note) });
    return notes.length;
  });

function entryOf(note: ReviewNote): Omit<NewEntry, 'chain'> {
  const { projectId, executionId: target, program, statusBefore } = note;
  const known = { ...note.review, resolveBy: note.resolveBy.toISOString(), heldMicros: microsToJson(note.heldMicros) };
  const review = { status: 'needs_review', ...known };
  const by = { actor: { kind: 'system', subject: program }, reason: null, requestId: null, replay: null } as const;
  const at = note.at.toISOString();
  if (note.status === 'needs_review')
    return {
      ...by,
      act: 'review.begin',
      projectId,
      target,
      before: { status: statusBefore },
      after: { ...review, at },
    };
  return { ...by, act: 'review.evidence', projectId, target, before: review, after: { at, ...broughtTo(note) } };
}

function broughtTo({ status, chargedMicros, heldMicros }: ReviewNote): object {
  if (chargedMicros === null) return { status };
  const releasedMicros = microsToJson(subMicros(heldMicros, chargedMicros));
  return { status, chargedMicros: microsToJson(chargedMicros), releasedMicros };
}
