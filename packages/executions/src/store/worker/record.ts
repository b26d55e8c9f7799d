/** Records finished steps and their artifacts by claim; for a next step of another engine it also ends the lease. */
import { type Database, Prisma } from '@farebox/db';
import { RETENTION } from '@farebox/files';
import { type Engine, groupQueries } from '@farebox/kernel';
import { type ObserveGroup, observed } from '../observe-group.ts';
import { GROUPING, eachOnItsOwn, valueOf } from './grouping.ts';
import { jsonText } from '../sql-codec.ts';
import { type ClaimRow, type LeasedExecution, claimsOf } from './leased.ts';
import type { StepCost } from '../../core/charge.ts';
import { type FinishedStep, costItems, fileItems, stepItem } from './items.ts';

export interface Recording extends LeasedExecution {
  readonly steps: readonly FinishedStep[];
  /** Costs of those steps, which are noted together with them. */
  readonly costs?: readonly StepCost[];
  /** Engine of the next step if it is another one: the lease ends with this query. */
  readonly handOver: Engine | null;
}

/** Returns false if the claim was lost: then nothing was written. */
export function createRecord(database: Database, observe: ObserveGroup): (recording: Recording) => Promise<boolean> {
  async function call(recordings: readonly Recording[]): Promise<boolean[]> {
    const payload = jsonText(recordings.map(recordItem));
    const rows = await database.rows<ClaimRow>(Prisma.sql`
      SELECT * FROM execution_record(${payload}::jsonb, ${RETENTION}::interval) AS claim_token`);
    const written = claimsOf(rows);
    return recordings.map(({ claimToken }) => written.has(claimToken));
  }
  const submit = groupQueries(
    (recordings: readonly Recording[]) => eachOnItsOwn(recordings, call),
    observed(GROUPING, observe, 'record'),
  );
  return async (recording) => valueOf(await submit(recording));
}

const recordItem = ({ projectId, id, claimToken, steps, costs, handOver }: Recording) => ({
  projectId,
  id,
  claimToken,
  engine: handOver,
  steps: steps.map((step) => stepItem(step, null)),
  files: fileItems(steps),
  costs: costItems(costs),
});
