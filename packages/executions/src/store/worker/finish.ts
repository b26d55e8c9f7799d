/** Ends executions by claim: the last steps, the terminal status and the settlement are one transaction, at most once. */
import { type Database, Prisma } from '@farebox/db';
import { RETENTION } from '@farebox/files';
import { type Engine, type Micros, groupQueries, sumMicros } from '@farebox/kernel';
import type { Charge, StepCost } from '../../core/charge.ts';
import { type ObserveGroup, observed } from '../observe-group.ts';
import { columnsOf, jsonLines, jsonText } from '../sql-codec.ts';
import { GROUPING, eachOnItsOwn, valueOf } from './grouping.ts';
import { type ClaimRow, type LeasedExecution, claimsOf } from './leased.ts';
import { type FinishedStep, billingItem, costItems, fileItems, stepItem } from './items.ts';

export interface Finishing extends LeasedExecution {
  readonly status: 'succeeded' | 'failed' | 'cancelled';
  readonly statusReason: string | null;
  readonly error: { readonly status: string; readonly message: string } | null;
  readonly charge: Charge;
  /** Steps that are not recorded yet. */
  readonly steps: readonly FinishedStep[];
  /** Costs of its provider calls. */
  readonly costs?: readonly StepCost[];
  /** Undefined if there is none. */
  readonly result: unknown;
}

export interface FinishOptions {
  /** Engine of the worker: steps of `provider` have a provider call and so a row; other steps are stored with the execution. */
  readonly engine: Engine;
  readonly observe: ObserveGroup;
}

/** Returns false if the claim was lost: then nothing was written and no money moved. */
export function createFinish(
  database: Pick<Database, 'rows'>,
  { engine, observe }: FinishOptions,
): (finishing: Finishing) => Promise<boolean> {
  async function call(finishings: readonly Finishing[]): Promise<boolean[]> {
    const column = columnsOf(finishings);
    const lines = (pick: (finishing: Finishing) => unknown): string => jsonLines(finishings.map(pick));
    const beside = finishings.map((each) => besideItem(each, engine)).filter((item) => item !== null);
    const rows = await database.rows<ClaimRow>(Prisma.sql`
      SELECT * FROM execution_finish(
        ${column((each) => each.projectId)}::text[], ${column((each) => each.id)}::text[], ${column((each) => each.claimToken)}::uuid[],
        ${column((each) => each.status)}::text[], ${column((each) => each.statusReason)}::text[],
        ${column((each) => String(each.charge.chargedMicros))}::bigint[], ${lines(({ charge }) => charge.billing.map(billingItem))},
        ${lines((each) => each.result)}, ${lines((each) => each.error)}, ${lines((each) => localSteps(each, engine))},
        ${beside.length === 0 ? null : jsonText(beside)}::jsonb, ${RETENTION}::interval) AS claim_token`);
    const ended = claimsOf(rows);
    return finishings.map(({ claimToken }) => ended.has(claimToken));
  }
  const submit = groupQueries(
    (finishings: readonly Finishing[]) => eachOnItsOwn(finishings, call),
    observed(GROUPING, observe, 'finish'),
  );
  return async (finishing) => valueOf(await submit(finishing));
}

/** A step with a provider call has a row since its intent. */
const hasRow = (step: FinishedStep, engine: Engine): boolean =>
  engine === 'provider' || step.costMicros !== null || step.basis !== undefined;

const itemOf =
  ({ charge }: Finishing) =>
  (step: FinishedStep) =>
    stepItem(step, stepCharge(charge, step.index));

function localSteps(finishing: Finishing, engine: Engine) {
  const steps = finishing.steps.filter((step) => !hasRow(step, engine));
  return steps.length === 0 ? null : steps.map(itemOf(finishing));
}

/** The parts that are stored in separate rows; null if there are none. */
function besideItem(finishing: Finishing, engine: Engine) {
  const { projectId, id, claimToken } = finishing;
  const steps = finishing.steps.filter((step) => hasRow(step, engine)).map(itemOf(finishing));
  const [files, costs] = [fileItems(finishing.steps), costItems(finishing.costs)];
  if (steps.length + files.length + costs.length === 0) return null;
  return { projectId, id, claimToken, steps, files, costs };
}

const stepCharge = (charge: Charge, index: number): Micros =>
  sumMicros(charge.billing.filter(({ step }) => step === index).map(({ amountMicros }) => amountMicros));
