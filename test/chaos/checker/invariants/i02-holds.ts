/** I2: each execution has exactly one hold; once terminal exactly one resolution, which leaves nothing of the hold open. */
import { type Evidence, type Execution, isTerminal, type Transfer } from '../evidence.ts';

export function checkHolds({ executions, transfers }: Evidence): string[] {
  const byExecution = Map.groupBy(transfers, ({ execution_id }) => execution_id);
  const known = new Set(executions.map(({ id }) => id));
  const stray = transfers.filter(({ execution_id }) => execution_id !== null && !known.has(execution_id));
  return [
    ...executions.flatMap((execution) => checkHold(execution, byExecution.get(execution.id) ?? [])),
    ...stray.map(({ id, execution_id }) => `transfer ${id} is of ${execution_id}, which does not exist`),
  ];
}

function checkHold(execution: Execution, transfers: readonly Transfer[]): string[] {
  const { id, project_id, status, maximum_micros: hold, charged_micros: charged } = execution;
  const found: string[] = [];
  const amounts = (kind: Transfer['kind']): string =>
    transfers
      .filter((transfer) => transfer.kind === kind)
      .map(({ amount_micros }) => amount_micros)
      .join(' and ') || 'nothing';
  const expect = (kind: Transfer['kind'], expected: string): void => {
    if (amounts(kind) !== expected) found.push(`${id} (${status}): ${kind} of ${amounts(kind)}, not of ${expected}`);
  };
  expect('reserve', String(hold));
  const ended = isTerminal(status) && charged !== null;
  expect('settle', ended ? String(charged) : 'nothing');
  expect('release', ended && charged < hold ? String(hold - charged) : 'nothing');
  if (transfers.some((transfer) => transfer.project_id !== project_id)) found.push(`${id}: paid by another project`);
  return found;
}
