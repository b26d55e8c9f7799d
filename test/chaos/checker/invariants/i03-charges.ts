/**
 * I3: 0 ≤ charged ≤ reserved; a success is charged at least its minimum. A failure or a cancellation is charged what the provider really charged,
 * at most the hold and for each step at most that step's part of it, stated or not: the worker's tariffs are the simulator's own prices. A
 * cost after the end is the platform's loss, and so are a cost that could not be verified until `resolveBy` and the cost of a result that
 * cannot be read: no customer pays for that.
 */
import { costsByExecution } from '../costs.ts';
import { type Change, type Cost, type Evidence, type Execution, isTerminal } from '../evidence.ts';
import { isOwnStep, OWN_OPERATION } from '../own-tools.ts';
import { checkRecordedCosts } from './i03-costs.ts';

export function checkCharges(evidence: Evidence): string[] {
  const { executions, costs, history } = evidence;
  const byExecution = costsByExecution([...costs, ...bookedOfOwn(evidence)]);
  const unverified = new Set(history.filter(isGivenUp).map(({ execution_id }) => execution_id));
  const charges = executions
    .filter(({ status }) => isTerminal(status))
    .flatMap((execution) =>
      checkCharge(execution, {
        costs: byExecution.get(execution.id) ?? [],
        isUnverified: unverified.has(execution.id),
      }),
    );
  return [...charges, ...checkRecordedCosts(evidence)];
}

/** Costs that are booked for runs of own tools; i03-own.ts compares them with what their runners said. */
function bookedOfOwn({ executions, recordedCosts }: Evidence): Cost[] {
  const byId = new Map(executions.map((execution) => [execution.id, execution]));
  return recordedCosts.flatMap(({ execution_id: id, step, booked_micros: costMicros }): Cost[] => {
    const { plan, created_at: at = '' } = byId.get(id) ?? {};
    const planned = plan?.[step];
    if (planned === undefined || !isOwnStep(planned)) return [];
    return [{ at, provider: OWN_OPERATION, token: `${id}.${step}`, costMicros, behaviour: { name: 'booked' } }];
  });
}

interface Taken {
  readonly costs: readonly Cost[];
  readonly isUnverified: boolean;
}

function checkCharge(execution: Execution, { costs, isUnverified }: Taken): string[] {
  const { id, status, minimum_micros: minimum, maximum_micros: maximum, charged_micros, billing } = execution;
  const charged = charged_micros ?? NaN;
  const found: string[] = [];
  const say = (what: string): void => void found.push(`${id} (${status}, ${execution.status_reason}): ${what}`);
  if (!(charged >= 0 && charged <= maximum)) say(`charged ${charged}, reserved ${maximum}`);
  const billed = (billing ?? []).reduce((sum, { amountMicros }) => sum + amountMicros, 0);
  if (billed !== charged) say(`charged ${charged}, billed ${billed}`);
  if (status === 'succeeded') {
    if (charged < minimum) say(`charged ${charged}, less than the minimum of ${minimum}`);
    return found;
  }
  const due = costs.filter(isDelivered);
  const all = Math.min(maximum, sumOf(due));
  const early = due.filter(({ at }) => at <= (execution.finished_at ?? ''));
  const inTime = Math.min(maximum, sumOf(early.map((cost) => withinStep(cost, execution))));
  const least = isUnverified ? 0 : inTime;
  if (charged > all) say(`charged ${charged}, the provider took ${sumOf(due)} for what it delivered`);
  if (charged < least) say(`charged ${charged}, though the provider had taken ${sumOf(due)}`);
  return found;
}

const isDelivered = ({ behaviour }: Cost): boolean => behaviour.name !== 'unreadable';

const sumOf = (costs: readonly Cost[]): number => costs.reduce((sum, { costMicros }) => sum + costMicros, 0);

const indexOf = ({ token }: Cost): number => Number(token?.split('.')[1]);

/** A provider that states more than the part of the hold for its step is not believed, so it cannot use up the parts of other steps. */
function withinStep(cost: Cost, { plan, maximum_micros: maximum }: Execution): Cost {
  if (plan.length === 1) return { ...cost, costMicros: Math.min(cost.costMicros, maximum) };
  const price = plan[indexOf(cost)]?.price;
  const limit = price === undefined ? 0 : Number(price.unitPriceMicros) * price.unitsMax;
  return { ...cost, costMicros: Math.min(cost.costMicros, limit) };
}

/** At `resolveBy` the keeper ends a review in the customer's favour. */
const isGivenUp = ({ kind, old_status, new_status, application }: Change): boolean =>
  kind === 'execution' && old_status === 'needs_review' && new_status === 'failed' && application === 'farebox-keeper';
