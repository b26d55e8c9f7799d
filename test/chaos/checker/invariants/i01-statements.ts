/**
 * I1 for statements: a month's statement adds up, and its parts are the operators' acts, the customer's payment and the charges of executions that
 * ended in the month.
 */
import { actsIn } from '../acting.ts';
import type { Statement } from '../acts.ts';
import type { Account, Evidence } from '../evidence.ts';

export function checkStatements(evidence: Evidence): string[] {
  const { run, replies, accounts } = evidence;
  return run.customers.flatMap(({ projectId }) => {
    const statement = replies.statements.find((each) => each.projectId === projectId);
    if (statement === undefined) return [`no operator was shown the statement of ${projectId}`];
    const account = accounts.find(({ id }) => id === projectId);
    const more = run.clocksAgree ? [...checkBalance(statement, account), ...checkParts(statement, evidence)] : [];
    return [...checkSum(statement), ...more].map(
      (what) => `the statement of ${projectId} for ${statement.month} ${what}`,
    );
  });
}

function checkSum(statement: Statement): string[] {
  const { openingMicros, toppedUpMicros, creditedMicros, adjustedMicros, refundedMicros, chargedMicros } = statement;
  const { closingMicros } = statement;
  const sum = openingMicros + toppedUpMicros + creditedMicros + adjustedMicros + refundedMicros - chargedMicros;
  return sum === closingMicros ? [] : [`adds up to ${sum}, and closes with ${closingMicros}`];
}

/** A gateway with another clock than the database shows another month. */
function checkBalance({ closingMicros, heldMicros }: Statement, account: Account | undefined): string[] {
  const { available_micros: available = NaN, held_micros: held = NaN } = account ?? {};
  return closingMicros === available + held && heldMicros === held
    ? []
    : [`closes with ${closingMicros}, ${heldMicros} of it held; the account has ${available} and ${held} held`];
}

/** The run is in one month, except for a run at its end, whose parts before it are in the opening balance. */
function checkParts(statement: Statement, { run, acts, transfers, executions }: Evidence): string[] {
  const { projectId, month } = statement;
  if (run.quietAt.slice(0, 7) !== month) return [`is of another month than ${run.quietAt}`];
  const isOwn = (at: string | null): boolean => at !== null && new Date(at).toISOString().slice(0, 7) === month;
  const booked = new Map(transfers.map((transfer) => [`${transfer.project_id} ${transfer.reference}`, transfer]));
  const done = actsIn(acts).filter((act) => {
    const transfer = booked.get(`${act.projectId} ${act.reference}`);
    return act.projectId === projectId && transfer !== undefined && isOwn(transfer.created_at);
  });
  const given = (kind: string): number =>
    done.filter((act) => act.kind === kind).reduce((sum, { amountMicros }) => sum + amountMicros, 0);
  const ended = executions.filter((row) => row.project_id === projectId && isOwn(row.finished_at));
  const [customer] = run.customers.filter((each) => each.projectId === projectId);
  const paid = transfers.filter(
    ({ kind, project_id, created_at }) => kind === 'top_up' && project_id === projectId && isOwn(created_at),
  );
  const due = {
    toppedUpMicros: paid.length === 0 ? 0 : Number(customer?.fundedMicros),
    creditedMicros: given('credit'),
    adjustedMicros: given('adjustment'),
    refundedMicros: given('refund'),
    chargedMicros: ended.reduce((sum, { charged_micros: charged }) => sum + (charged ?? 0), 0),
  };
  return (Object.keys(due) as (keyof typeof due)[]).flatMap((name) =>
    statement[name] === due[name] ? [] : [`says ${name} ${statement[name]}, and it was ${due[name]}`],
  );
}
