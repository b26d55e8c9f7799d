/** I8: the usage of a month is what was settled in it, and settled + held never exceeds a cap of a project, a key or an organization. */
import type { Account, Evidence, Transfer, Usage } from '../evidence.ts';
import { checkCaps, checkPassed, monthOf } from './i08-caps.ts';

export function checkUsage(evidence: Evidence): string[] {
  const { accounts, transfers, usage, executions, replies } = evidence;
  const succeeded = new Set(executions.filter(({ status }) => status === 'succeeded').map(({ id }) => id));
  const byProject = Map.groupBy(transfers, ({ project_id }) => project_id);
  const ofProjects = accounts.flatMap((account) => {
    const own = byProject.get(account.id) ?? [];
    const rows = usage.filter(({ project_id }) => project_id === account.id);
    const said = replies.usage.find(({ projectId }) => projectId === account.id)?.data;
    return [
      ...checkMonths(account, own, { rows, succeeded }),
      ...checkPassed(account.id, account.monthly_cap_micros, own),
      ...checkSaid(account, rows, said),
    ];
  });
  return [...ofProjects, ...checkCaps(evidence)];
}

function checkMonths(
  { id }: Account,
  transfers: readonly Transfer[],
  { rows, succeeded }: { rows: readonly Usage[]; succeeded: ReadonlySet<string> },
): string[] {
  const counted = transfers.filter(
    ({ kind, amount_micros, execution_id }) =>
      kind === 'settle' && (amount_micros > 0 || succeeded.has(execution_id ?? '')),
  );
  const months = Map.groupBy(counted, monthOf);
  const names = new Set([...months.keys(), ...rows.map(({ month }) => month.slice(0, 7))]);
  return [...names].flatMap((month) => {
    const settled = months.get(month) ?? [];
    const charged = settled.reduce((sum, { amount_micros }) => sum + amount_micros, 0);
    const row = rows.find((each) => each.month.startsWith(month));
    const [says, is] = [
      `${row?.settled_requests ?? 0} for ${row?.charged_micros ?? 0}`,
      `${settled.length} for ${charged}`,
    ];
    return says === is ? [] : [`${id} in ${month}: the usage says ${says}, settled were ${is}`];
  });
}

function checkSaid(account: Account, rows: readonly Usage[], said: Record<string, number | string | null> | undefined) {
  if (said === undefined) return [`${account.id}: the API was not asked for its usage`];
  const row = rows.find(({ month }) => month.startsWith(String(said['month'])));
  const is = [row?.settled_requests ?? 0, row?.charged_micros ?? 0, account.held_micros, account.available_micros];
  const says = ['settledRequests', 'chargedMicros', 'heldMicros', 'availableMicros'].map((name) => said[name]);
  return is.join() === says.join()
    ? []
    : [`${account.id}: the API says ${says.join(', ')}, the database ${is.join(', ')}`];
}
