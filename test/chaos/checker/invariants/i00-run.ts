/** I0: there was something to judge. A run that did nothing, or to which nothing happened, proves nothing. */
import { DEMANDS, NOTHING_MORE } from '../demands.ts';
import type { Evidence } from '../evidence.ts';
import { forgottenIn } from '../forgotten.ts';

export function checkRun(evidence: Evidence): string[] {
  const { run, faults, executions, transfers, history, client, objects } = evidence;
  const demanded = DEMANDS[run.part];
  const found = demanded === undefined ? [`nobody has told the checker what the part ${run.part} must show`] : [];
  const { statuses, faults: names, reviewsMax, forgotten } = demanded?.(run.executions) ?? NOTHING_MORE;
  const atLeast = (what: string, is: number, least: number): void => {
    if (is < least) found.push(`${is} ${what}, and ${least} are needed for a verdict`);
  };
  const seen = { executions, transfers, 'changes on record': history, 'lines of the client': client, objects };
  for (const [what, rows] of Object.entries(seen)) atLeast(what, rows.length, 1);
  const reached = Map.groupBy(
    history.filter(({ kind, old_status, new_status }) => kind === 'execution' && old_status !== new_status),
    ({ new_status }) => new_status,
  );
  for (const [status, least] of Object.entries(statuses))
    atLeast(
      `executions were ever ${status}`,
      new Set(reached.get(status)?.map((each) => each.execution_id)).size,
      least,
    );
  const struck = Map.groupBy(
    faults.filter(({ failed }) => failed === undefined),
    ({ fault }) => fault,
  );
  for (const [name, least] of Object.entries(names)) atLeast(`times ${name}`, struck.get(name)?.length ?? 0, least);
  const { isGone, sent } = forgottenIn(evidence);
  const gone = new Set(client.flatMap(({ id }) => (id !== undefined && isGone(id) ? [id] : [])));
  atLeast('accepted executions were forgotten', gone.size, forgotten?.accepted ?? 0);
  atLeast('paid calls were forgotten', sent.size, forgotten?.sent ?? 0);
  const reviews = new Set(reached.get('needs_review')?.map(({ execution_id }) => execution_id)).size;
  if (reviews > reviewsMax)
    found.push(`${reviews} executions went under review, and nothing here makes an outcome unknown`);
  return found;
}
