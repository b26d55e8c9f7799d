/**
 * I3 for each paid call: the operator books what the service took, at most the step's part of the hold, whether the execution succeeded, failed or was
 * cancelled, with or without a review. Nothing is booked for a result that cannot be read or an outcome that stayed unknown.
 */
import { costsByExecution } from '../costs.ts';
import type { Cost, Evidence, Execution, RecordedCost, Step } from '../evidence.ts';
import { isTerminal } from '../evidence.ts';
import { isOfOwnTool } from './i03-costs.ts';

export function checkBooked({ executions, steps, costs, recordedCosts }: Evidence): string[] {
  const taken = costsByExecution(costs);
  const rows = Map.groupBy(recordedCosts, ({ execution_id }) => execution_id);
  const done = new Map(steps.map((step) => [`${step.execution_id}.${step.index}`, step]));
  const ended = executions.filter(({ status }) => isTerminal(status));
  const found = ended.flatMap((execution) =>
    (rows.get(execution.id) ?? []).flatMap((row) => {
      if (isOfOwnTool(row, execution)) return [];
      const name = `${row.execution_id}.${row.step}`;
      const own = (taken.get(execution.id) ?? []).filter(({ token }) => token === name);
      return checkRow(row, { execution, step: done.get(name), own }).map((what) => `${name}: ${what}`);
    }),
  );
  const known = new Set(recordedCosts.map(({ execution_id, step }) => `${execution_id}.${step}`));
  for (const [name, { cost_micros: cost = null }] of done)
    if (cost !== null && cost !== 0 && !known.has(name))
      found.push(`${name} has a cost of ${cost}, and nothing of it is on record`);
  return found;
}

/** Part by which a tariff may differ: it counts the seconds of a sound before the service decodes them. */
const TARIFF_APART = 0.01;

interface Call {
  readonly execution: Execution;
  readonly step: Step | undefined;
  readonly own: readonly Cost[];
}

function checkRow(row: RecordedCost, { execution, step, own }: Call): string[] {
  const { stated_micros: stated, derived_micros: derived, booked_micros: booked, late_micros: late } = row;
  const due = own.reduce((sum, { costMicros }) => sum + costMicros, 0);
  const found: string[] = [];
  if (stated !== null && stated !== due) found.push(`${stated} was stated on record, and its service took ${due}`);
  if (stated !== null && late !== null) found.push(`${stated} was stated at once, and ${late} late`);
  const isPlain = own.every(({ behaviour, wasCancelled }) => behaviour.name !== 'cost-above' && wasCancelled !== true);
  const isNear = derived === null || Math.abs(derived - due) <= due * TARIFF_APART;
  if (isPlain && due > 0 && !isNear) found.push(`${derived} by the tariff, and its service took ${due}`);
  const outcome = step?.status ?? 'unknown';
  const isKnown = outcome === 'succeeded' || outcome === 'failed';
  const isUnread = outcome === 'failed' && own.some(({ behaviour }) => behaviour.name === 'unreadable');
  const arisen = isKnown && !isUnread ? Math.min(stated ?? derived ?? 0, limitOf(execution, row.step)) : 0;
  if (booked !== arisen && (isKnown || booked !== 0 || isUnread))
    found.push(`${booked} booked, and ${arisen} is due of the ${due} that its service took`);
  if (step?.cost_micros !== undefined && (step.cost_micros ?? 0) !== booked)
    found.push(`${booked} booked, and the step says ${step.cost_micros}`);
  return found;
}

/** The step's part of the hold. */
function limitOf({ plan, maximum_micros: maximum }: Execution, index: number): number {
  const price = plan[index]?.price;
  if (plan.length === 1 || price === undefined) return maximum;
  return Number(price.unitPriceMicros) * price.unitsMax;
}
