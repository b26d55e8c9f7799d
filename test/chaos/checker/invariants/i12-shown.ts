/**
 * I12 for responses: every response about an execution names the terms that were agreed, and after the end all of them (list, poll, read of
 * several, results of a batch) say the same, with the same bill.
 */
import { canonicalOf, type Json } from '../canonical.ts';
import { type Evidence, type Execution, isTerminal } from '../evidence.ts';
import { exchangesOf } from '../exchanges.ts';
import { forgottenIn } from '../forgotten.ts';
import { differencesOf, finalFacts, fixedFacts } from '../shown.ts';
import type { Billed, Shown } from '../sold.ts';

export function checkShown(evidence: Evidence): string[] {
  const { executions, client, shown, replies } = evidence;
  const { isEndGone } = forgottenIn(evidence);
  const rows = new Map(executions.map((execution) => [execution.id, execution]));
  const told = exchangesOf(client).flatMap(({ act, request, reply: { at, id, data } }) => {
    const row = rows.get(id ?? '');
    if (data === undefined || row === undefined) return [];
    if (isTerminal(String(data['status'])) && isEndGone(at, row.finished_at))
      return differencesOf(data, toldTerms(act, row)).map((what) => `request ${request} (${act}) of ${id}: ${what}`);
    const found = [...differencesOf(data, toldFacts(act, data, row)), ...checkToldBill(act, data, row)];
    return found.map((what) => `request ${request} (${act}) of ${id}: ${what}`);
  });
  const after = shown.flatMap((each) => {
    const row = rows.get(each.id);
    return row === undefined ? [`${each.via} has ${each.id}, the database has not`] : checkOne(each, row);
  });
  return [...told, ...after, ...checkForms([...shown, ...replies.read])];
}

/** An agent gets a shorter form of the same facts. */
function toldTerms(act: string, row: Execution): Json {
  const { id, tool, maximumChargeMicros, ...more } = fixedFacts(row);
  return act === 'agent' ? { executionId: id, tool, maximumChargeMicros } : { id, tool, maximumChargeMicros, ...more };
}

function toldFacts(act: string, data: Json, row: Execution): Json {
  const facts = toldTerms(act, row);
  const hasEnded = isTerminal(String(data['status']));
  const end = { chargedMicros: hasEnded ? row.charged_micros : null };
  if (act === 'agent') return { ...facts, ...end };
  const reason = hasEnded ? { statusReason: row.status_reason } : {};
  return { ...facts, ...end, ...reason, finishedAt: hasEnded ? row.finished_at : null };
}

/** The bill is empty until the end. */
function checkToldBill(act: string, data: Json, row: Execution): string[] {
  if (act === 'agent' || !('steps' in data)) return [];
  return checkBill(data, isTerminal(String(data['status'])) ? row : { ...row, billing: [] });
}

function checkOne({ via, id, data }: Shown, row: Execution): string[] {
  const found = differencesOf(data, finalFacts(row));
  if (via !== 'list') found.push(...checkBill(data, row));
  return found.map((what) => `${via} of ${id}: ${what}`);
}

function checkBill(data: Json, { billing, plan }: Execution): string[] {
  const bill = billing ?? [];
  const steps = (data['steps'] ?? []) as readonly { readonly engine: string; readonly chargedMicros: number | null }[];
  const found: string[] = [];
  if (canonicalOf(data['billing'] ?? []) !== canonicalOf(bill)) found.push('has another bill than the database');
  if (steps.map(({ engine }) => engine).join() !== plan.map(({ engine }) => engine).join())
    found.push(`has other steps than its plan`);
  for (const [index, { chargedMicros }] of steps.entries())
    if (chargedMicros !== null && chargedMicros !== billedFor(bill, index))
      found.push(`step ${index} is shown with ${chargedMicros}, billed were ${billedFor(bill, index)}`);
  return found;
}

const billedFor = (bill: readonly Billed[], index: number): number =>
  bill.filter(({ step }) => step === index).reduce((sum, { amountMicros }) => sum + amountMicros, 0);

/** One execution has one form, whichever way it is read. */
function checkForms(all: readonly { readonly id: string; readonly sha256?: string | null }[]): string[] {
  const forms = Map.groupBy(
    all.filter(({ sha256 }) => typeof sha256 === 'string'),
    ({ id }) => id,
  );
  return [...forms].flatMap(([id, each]) =>
    new Set(each.map(({ sha256 }) => sha256)).size === 1 ? [] : [`responses show ${id} in different forms`],
  );
}
