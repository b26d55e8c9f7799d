/** I3 for each step: its row is charged what its lines of the bill say, and a cost on record is of a step of the plan. */
import { type Evidence, isTerminal } from '../evidence.ts';

export function checkStepCharges({ executions, steps, recordedCosts }: Evidence): string[] {
  const rows = new Map(executions.map((row) => [row.id, row]));
  const charges = steps.flatMap(({ execution_id: id, index, charged_micros: charged = null }) => {
    const { status = '', billing } = rows.get(id) ?? {};
    if (charged === null || !isTerminal(status)) return []; // a step that was recorded before the end has no charge of its own
    const due = (billing ?? [])
      .filter(({ step }) => step === index)
      .reduce((sum, { amountMicros }) => sum + amountMicros, 0);
    return charged === due ? [] : [`${id}.${index} is charged ${charged}, and its lines of the bill are ${due}`];
  });
  const strange = recordedCosts
    .filter(({ execution_id, step }) => rows.get(execution_id)?.plan[step]?.engine !== 'provider')
    .map(({ execution_id, step }) => `a cost is on record for ${execution_id}.${step}, which calls no service`);
  return [...charges, ...strange];
}
