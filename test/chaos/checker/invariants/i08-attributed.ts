/**
 * I8 by the clients' own log: the work of each key, project and organization is counted there and nowhere else, in the month in which the customer
 * sees that it ended. A refund changes no usage.
 */
import type { Evidence, Execution } from '../evidence.ts';
import { type Exchange, exchangesOf } from '../exchanges.ts';
import type { Paying } from '../run-facts.ts';
import type { ShownExecution } from '../views.ts';
import { agentKeyOf } from '../forms.ts';

export function checkAttributed(evidence: Evidence): string[] {
  const { run, accounts, replies, executions } = evidence;
  const lineageOf = lineagesAsked(evidence);
  const shown = Map.groupBy(replies.shown, ({ projectId }) => projectId);
  const found = executions.flatMap((row) => checkKey(row, lineageOf));
  for (const customer of run.customers) {
    const { projectId, organizationId } = customer;
    const account = accounts.find(({ id }) => id === projectId);
    if (account?.organization_id !== organizationId)
      found.push(`${projectId} belongs to ${organizationId}, and counts for ${account?.organization_id}`);
    const own = shown.get(projectId) ?? [];
    found.push(...checkUsage(customer, own, evidence), ...checkCapped(customer, own, { evidence, lineageOf }));
  }
  return found;
}

/** Lineage of the key that requested an execution; undefined if no request for it is known. */
type LineageOf = (row: Pick<Execution, 'id' | 'project_id' | 'idempotency_key'>) => string | undefined;

const OF_A_BATCH = /^(bat_[0-9a-z]{26}):\d+$/;

function lineagesAsked({ run, client, batches }: Evidence): LineageOf {
  const customers = new Map(run.customers.map((customer) => [customer.projectId, customer]));
  const keyOf = ({ act, idempotencyKey, quoteId }: Exchange): string | null =>
    act === 'agent'
      ? agentKeyOf(quoteId ?? '')
      : act === 'execute' || act === 'batch'
        ? (idempotencyKey ?? null)
        : null;
  const lineages = new Map(
    exchangesOf(client).flatMap((exchange): [string, string | undefined][] => {
      const { projectId, asked } = exchange;
      const key = keyOf(exchange);
      return key === null ? [] : [[`${projectId} ${key}`, customers.get(projectId)?.lineages[asked.lineage ?? -1]]];
    }),
  );
  const ofBatch = new Map(batches.map(({ id, idempotency_key: key }) => [id, key]));
  return ({ project_id, idempotency_key: key }) => {
    const batch = OF_A_BATCH.exec(key)?.[1];
    return lineages.get(`${project_id} ${batch === undefined ? key : ofBatch.get(batch)}`);
  };
}

function checkKey(row: Execution, lineageOf: LineageOf): string[] {
  const lineage = lineageOf(row);
  return lineage === undefined || lineage === row.key_lineage // an execution without a request is a breach of I5
    ? []
    : [`${row.id} was requested with the key ${lineage}, and counts for ${row.key_lineage}`];
}

const isCounted = ({ status, chargedMicros }: ShownExecution): boolean =>
  status === 'succeeded' || (chargedMicros ?? 0) > 0;
const monthOf = ({ finishedAt }: ShownExecution): string =>
  finishedAt === null ? '' : new Date(finishedAt).toISOString().slice(0, 7);
const sumOf = (shown: readonly ShownExecution[]): number =>
  shown.reduce((sum, { chargedMicros }) => sum + (chargedMicros ?? 0), 0);

function checkUsage(
  { projectId, capMicros }: Paying,
  own: readonly ShownExecution[],
  { usage, replies, executions, run }: Evidence,
): string[] {
  const unseen = executions.filter((row) => row.project_id === projectId && !own.some(({ id }) => id === row.id));
  const found = unseen.map(({ id }) => `${projectId} cannot read its ${id}`);
  const rows = usage.filter(({ project_id }) => project_id === projectId);
  const ended = Map.groupBy(own.filter(isCounted), monthOf);
  for (const month of new Set([...ended.keys(), ...rows.map((row) => row.month.slice(0, 7))])) {
    const row = rows.find((each) => each.month.startsWith(month));
    const says = `${row?.settled_requests ?? 0} for ${row?.charged_micros ?? 0}`;
    const due = `${ended.get(month)?.length ?? 0} for ${sumOf(ended.get(month) ?? [])}`;
    if (says !== due) found.push(`${projectId} is counted ${says} in ${month}, and its clients saw ${due}`);
  }
  const said = replies.usage.find((each) => each.projectId === projectId)?.data ?? {};
  const cap = capMicros === null ? null : Number(capMicros);
  if (said['monthlyCapMicros'] !== cap)
    found.push(`${projectId} is shown a cap of ${said['monthlyCapMicros']}, and has ${cap}`);
  if (run.clocksAgree && !monthsNear(run.quietAt).has(String(said['month'])))
    found.push(`${projectId} is shown the usage of ${said['month']}, and it was ${run.quietAt}`);
  return found;
}

/** The checker asks shortly after the run, perhaps in another month. */
const ASKED_MS_MAX = 600_000;
const monthsNear = (at: string): ReadonlySet<string> =>
  new Set([0, ASKED_MS_MAX].map((ms) => new Date(Date.parse(at) + ms).toISOString().slice(0, 7)));

function checkCapped(
  { projectId, lineages, keyCapMicros }: Paying,
  own: readonly ShownExecution[],
  {
    evidence: { keyCaps, keyUsage, executions },
    lineageOf,
  }: { readonly evidence: Evidence; readonly lineageOf: LineageOf },
): string[] {
  const capped = keyCaps.filter(({ project_id }) => project_id === projectId);
  const due = keyCapMicros === null ? [] : lineages.slice(0, 1);
  if (capped.map(({ lineage_id }) => lineage_id).join() !== due.join())
    return [
      `${projectId} has a cap for ${due.join() || 'no key'}, and counts for ${capped.map((key) => key.lineage_id).join() || 'none'}`,
    ];
  const rows = new Map(executions.map((row) => [row.id, row]));
  return due.flatMap((lineage) => {
    const mine = own.filter(({ id }) => {
      const row = rows.get(id);
      return row !== undefined && (lineageOf(row) ?? row.key_lineage) === lineage;
    });
    const charged = Map.groupBy(
      mine.filter(({ chargedMicros }) => (chargedMicros ?? 0) > 0),
      monthOf,
    );
    const counted = keyUsage.filter((each) => each.project_id === projectId && each.lineage_id === lineage);
    const stray = keyUsage.filter((each) => each.project_id === projectId && each.lineage_id !== lineage);
    return [
      ...stray.map(({ lineage_id }) => `${projectId} counts ${lineage_id}, which has no cap`),
      ...[...new Set([...charged.keys(), ...counted.map(({ month }) => month.slice(0, 7))])].flatMap((month) => {
        const says = counted.find((each) => each.month.startsWith(month))?.charged_micros ?? 0;
        const is = sumOf(charged.get(month) ?? []);
        return says === is ? [] : [`${lineage} is counted ${says} in ${month}, and its clients saw ${is}`];
      }),
    ];
  });
}
