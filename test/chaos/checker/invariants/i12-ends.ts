/**
 * I12 for the end of an execution in responses: it comes with its steps and its bill, a success has no error and no step that did not succeed, and
 * nothing that has ended is under review. Every amount is in US dollars.
 */
import type { Json } from '../canonical.ts';
import { type Evidence, type Execution, isTerminal } from '../evidence.ts';
import { exchangesOf } from '../exchanges.ts';

const CURRENCY = 'USD';

export function checkEnds({ executions, client, shown, batchStates, replies }: Evidence): string[] {
  const rows = new Map(executions.map((row) => [row.id, row]));
  const told = exchangesOf(client).flatMap(({ act, request, reply: { id = '', data } }) => {
    if (data === undefined) return [];
    const row = rows.get(id);
    const ended = row === undefined || act === 'agent' ? [] : checkEnd(data, row, true);
    return [...ended, ...('currency' in data ? checkCurrency(data) : [])].map((what) => `request ${request}: ${what}`);
  });
  const after = shown.flatMap(({ via, id, data }) => {
    const row = rows.get(id);
    const ended = row === undefined ? [] : checkEnd(data, row, via !== 'list');
    return [...ended, ...checkCurrency(data)].map((what) => `${via} of ${id}: ${what}`);
  });
  const amounts = [
    ...batchStates.flatMap(({ id, polled, listed }) => [polled, listed].map((data) => ({ of: id, data }))),
    ...replies.usage.map(({ projectId, data }) => ({ of: projectId, data })),
  ].flatMap(({ of, data }) => checkCurrency(data).map((what) => `${of}: ${what}`));
  return [...told, ...after, ...amounts];
}

const checkCurrency = ({ currency }: Json): string[] =>
  currency === CURRENCY ? [] : [`is in ${String(currency)}, not ${CURRENCY}`];

interface ShownStep {
  readonly status?: string;
  readonly chargedMicros?: number | null;
}

/** @param isWhole false for an entry of a list, which has no steps and no bill. */
function checkEnd(data: Json, { status_reason: reason }: Execution, isWhole: boolean): string[] {
  const { status, error, review = null, steps, billing } = data;
  if (!isTerminal(String(status))) return [];
  const found: string[] = [];
  const { message = null } = (error ?? {}) as { readonly message?: string };
  const due = status === 'failed' ? reason : null;
  if (message !== due) found.push(`has the error ${message}, not ${due}`);
  if (review !== null) found.push('has ended, and is under review');
  if (!isWhole) return found;
  if (!Array.isArray(steps) || !Array.isArray(billing)) return [...found, 'has ended, and has no steps or no bill'];
  const undone = (steps as readonly ShownStep[]).filter(
    (step) => step.status !== 'succeeded' || (step.chargedMicros ?? null) === null,
  );
  if (status === 'succeeded' && undone.length > 0) found.push(`is a success with ${JSON.stringify(undone[0])}`);
  return found;
}
