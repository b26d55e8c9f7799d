/**
 * I3 for the operator: the recorded cost of a provider call equals the cost in the provider's own log, whether stated at once or
 * later; each call with an outcome is recorded; and a failure is charged the booked cost.
 */
import { costsByExecution } from '../costs.ts';
import type { Cost, Evidence, Execution, RecordedCost } from '../evidence.ts';
import { isTerminal } from '../evidence.ts';
import { isOwnStep } from '../own-tools.ts';

export function checkRecordedCosts({ executions, steps, costs, recordedCosts }: Evidence): string[] {
  const taken = costsByExecution(costs);
  const recorded = Map.groupBy(recordedCosts, ({ execution_id }) => execution_id);
  const known = new Set(steps.filter(({ status }) => status === 'succeeded' || status === 'failed').map(stepName));
  return executions
    .filter(({ status }) => isTerminal(status))
    .flatMap((execution) => {
      const own = recorded.get(execution.id) ?? [];
      const byToken = Map.groupBy(taken.get(execution.id) ?? [], ({ token }) => token ?? '');
      return [
        ...own
          .filter((row) => !isOfOwnTool(row, execution))
          .flatMap((row) => checkRow(row, { taken: byToken.get(stepName(row)) ?? [], known })),
        ...checkMissing(byToken, own),
        ...checkBooked(execution, own),
      ];
    });
}

/** Compared in i03-own.ts. */
export const isOfOwnTool = ({ step }: Pick<RecordedCost, 'step'>, { plan }: Execution): boolean =>
  plan[step] !== undefined && isOwnStep(plan[step]);

const stepName = ({ execution_id, ...of }: { execution_id: string; index?: number; step?: number }): string =>
  `${execution_id}.${of.index ?? of.step}`;

interface Call {
  readonly taken: readonly Cost[];
  /** Steps with a known outcome. */
  readonly known: ReadonlySet<string>;
}

function checkRow(row: RecordedCost, { taken, known }: Call): string[] {
  const [name, due] = [stepName(row), sumOf(taken)];
  const is = row.late_micros ?? row.stated_micros ?? row.derived_micros;
  // The cost of a call whose review was given up may stay unknown for ever.
  const wrong = is === null ? known.has(name) : is !== due;
  const found = wrong ? [`${name}: ${is} is on record, and its service took ${due}`] : [];
  if (row.booked_micros > due) found.push(`${name}: ${row.booked_micros} booked, and its service took ${due}`);
  return found;
}

function checkMissing(byToken: ReadonlyMap<string, readonly Cost[]>, own: readonly RecordedCost[]): string[] {
  const there = new Set(own.map(stepName));
  return [...byToken].flatMap(([token, taken]) =>
    there.has(token) ? [] : [`${token}: its service took ${sumOf(taken)}, and nothing is on record`],
  );
}

function checkBooked(
  { id, status, charged_micros: charged, maximum_micros: maximum }: Execution,
  own: readonly RecordedCost[],
) {
  const booked = Math.min(
    maximum,
    own.reduce((sum, { booked_micros }) => sum + booked_micros, 0),
  );
  return status === 'succeeded' || charged === booked
    ? []
    : [`${id} (${status}): charged ${charged}, and booked were ${booked}`];
}

const sumOf = (costs: readonly Cost[]): number => costs.reduce((sum, { costMicros }) => sum + costMicros, 0);
