/** Caps of projects, keys and organizations were kept, and the counters of a capped key equal its executions. */
import type { KeyCap, Organization } from '../caps.ts';
import type { Account, Evidence, Transfer } from '../evidence.ts';

export function checkCaps(evidence: Evidence): string[] {
  const { accounts, transfers, executions, organizations, keyCaps } = evidence;
  const lineages = new Map(executions.map(({ id, key_lineage }) => [id, key_lineage]));
  const byProject = Map.groupBy(transfers, ({ project_id }) => project_id);
  const ofKey = ({ project_id, lineage_id }: KeyCap): Transfer[] =>
    (byProject.get(project_id) ?? []).filter(({ execution_id }) => lineages.get(execution_id ?? '') === lineage_id);
  return [
    ...checkTold(evidence),
    ...keyCaps.flatMap((key) => checkKey(key, ofKey(key), evidence)),
    ...organizations.flatMap((organization) => {
      const own = accounts.filter(
        ({ organization_id: id, environment }) => id === organization.id && environment === 'live',
      );
      return checkOrganization(organization, own, byProject);
    }),
  ];
}

export const monthOf = ({ created_at }: Transfer): string => new Date(created_at).toISOString().slice(0, 7);

/** Transfers of one project in the order of their commits: after none of them is held + settled in the month above the cap. */
export function checkPassed(name: string, cap: number | null, transfers: readonly Transfer[]): string[] {
  let [held, settled, month] = [0, 0, ''];
  for (const transfer of transfers) {
    const { kind, amount_micros: amount } = transfer;
    if (monthOf(transfer) !== month) [settled, month] = [0, monthOf(transfer)];
    if (kind === 'reserve') held += amount;
    if (kind === 'settle' || kind === 'release') held -= amount;
    if (kind === 'settle') settled += amount;
    if (cap !== null && kind === 'reserve' && held + settled > cap)
      return [`${name}: transfer ${transfer.id} made it ${settled} settled + ${held} held, above the cap of ${cap}`];
  }
  return [];
}

/** The caps that a run set at its beginning exist at its end. */
function checkTold({ run, accounts, organizations, keyCaps }: Evidence): string[] {
  return run.customers.flatMap(({ projectId, capMicros, keyCapMicros, organizationCapMicros }) => {
    const account = accounts.find(({ id }) => id === projectId);
    // Caps of an organization count live projects only.
    if (account !== undefined && account.environment !== 'live')
      return [`${projectId} is a project of the environment ${account.environment}`];
    const organization = organizations.find(({ id }) => id === account?.organization_id);
    const keys = keyCaps.filter(({ project_id }) => project_id === projectId);
    const told = [capMicros, keyCapMicros, organizationCapMicros].join('/');
    const are = [
      account?.monthly_cap_micros ?? null,
      keys.map(({ monthly_cap_micros: cap }) => cap).join(' and '),
      organization?.monthly_cap_micros ?? null,
    ].join('/');
    return told === are ? [] : [`${projectId} was given the caps ${told} (its own, key, organization), and has ${are}`];
  });
}

/** The key had its cap before its first execution, so its counters include all of them. */
function checkKey(key: KeyCap, transfers: readonly Transfer[], { keyUsage }: Evidence): string[] {
  const { project_id, lineage_id, monthly_cap_micros: cap, held_micros } = key;
  const name = `${project_id} ${lineage_id}`;
  const held = sum(transfers, 'reserve') - sum(transfers, 'settle') - sum(transfers, 'release');
  const counted = keyUsage.filter((each) => each.project_id === project_id && each.lineage_id === lineage_id);
  const settled = Map.groupBy(transfers, monthOf);
  const months = new Set([...settled.keys(), ...counted.map(({ month }) => month.slice(0, 7))]);
  return [
    ...(held === held_micros ? [] : [`${name} counts ${held_micros} held, its transfers say ${held}`]),
    ...[...months].flatMap((month) => {
      const charged = sum(settled.get(month) ?? [], 'settle');
      const says = counted.find((each) => each.month.startsWith(month))?.charged_micros ?? 0;
      return says === charged ? [] : [`${name} counts ${says} charged in ${month}, its transfers say ${charged}`];
    }),
    ...checkPassed(name, cap, transfers),
  ];
}

/**
 * Transfers of several projects have no common order. But an end never uses more than was held, so the settled sum of a month
 * never exceeds the cap, and in the last month not even with all open holds.
 */
function checkOrganization(
  { id, monthly_cap_micros: cap }: Organization,
  own: readonly Account[],
  byProject: ReadonlyMap<string, readonly Transfer[]>,
): string[] {
  const transfers = own.flatMap((account) => byProject.get(account.id) ?? []);
  const months = Map.groupBy(transfers, monthOf);
  const last = [...months.keys()].toSorted().at(-1);
  const held = own.reduce((total, { held_micros }) => total + held_micros, 0);
  return [...months].flatMap(([month, each]) => {
    const used = sum(each, 'settle') + (month === last ? held : 0);
    return cap === null || used <= cap
      ? []
      : [`${id} has ${used} settled and held in ${month}, above the cap of ${cap}`];
  });
}

const sum = (transfers: readonly Transfer[], of: Transfer['kind']): number =>
  transfers.filter(({ kind }) => kind === of).reduce((total, { amount_micros }) => total + amount_micros, 0);
