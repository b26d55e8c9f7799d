/** The ledger as plain arithmetic: the outcome of each command, and every balance after it. It knows no SQL. */
import type { Accepting, CapCommand, Charged, Command, Ending, FundCommand, LedgerError } from './command.ts';

export interface Account {
  readonly project: string;
  /** Whether it counts towards the organization's cap and is limited by it. */
  readonly isLive: boolean;
  funded: bigint;
  available: bigint;
  held: bigint;
  spent: bigint;
  requests: bigint;
  /** Charged this month: the run assumes that it does not cross into another month. */
  charged: bigint;
  transfers: bigint;
  /** Null: no cap. */
  cap: bigint | null;
}

export interface Hold {
  readonly project: string;
  readonly amount: bigint;
  /** Null: a hold without an execution. */
  readonly lineage: string | null;
  isOpen: boolean;
}

export interface Lineage {
  readonly project: string;
  readonly lineage: string;
  held: bigint;
  charged: bigint;
  cap: bigint | null;
  /** True from its first cap on. */
  isCounted: boolean;
}

export interface Reference {
  readonly accounts: ReadonlyMap<string, Account>;
  readonly holds: ReadonlyMap<string, Hold>;
  readonly lineages: ReadonlyMap<string, Lineage>;
  readonly charges: ReadonlyMap<string, Charged>;
  /** Carries the command out, or changes nothing and returns every reason against it. */
  readonly apply: (command: Command) => ReadonlySet<LedgerError>;
  /** Sum of holds and charges of the live projects. */
  readonly usedByAll: () => bigint;
}

type Reserving = Omit<Accepting, 'lineage'> & { readonly lineage: string | null };

/** One organization; the last of its projects is not live. */
export function createReference(projects: readonly string[], lineageNames: readonly string[]): Reference {
  const empty = { funded: 0n, available: 0n, held: 0n, spent: 0n, requests: 0n, charged: 0n, transfers: 0n, cap: null };
  const accounts = new Map<string, Account>(
    projects.map((project) => [project, { ...empty, project, isLive: project !== projects.at(-1) }]),
  );
  const lineages = new Map<string, Lineage>(
    projects.flatMap((project) =>
      lineageNames.map((lineage) => [
        `${project} ${lineage}`,
        { project, lineage, held: 0n, charged: 0n, cap: null, isCounted: false },
      ]),
    ),
  );
  const holds = new Map<string, Hold>();
  const charges = new Map<string, Charged>();
  const funded = new Map<string, FundCommand>();
  const organization: { cap: bigint | null } = { cap: null };
  const accountOf = (project: string): Account => accounts.get(project) as Account;
  const lineageOf = (project: string, lineage: string): Lineage => lineages.get(`${project} ${lineage}`) as Lineage;
  const usedByAll = (): bigint =>
    [...accounts.values()].reduce((sum, { isLive, held, charged }) => sum + (isLive ? held + charged : 0n), 0n);

  function fund(command: FundCommand): Set<LedgerError> {
    const { funding, project, amount, reference, execution } = command;
    const booked = funded.get(`${project} ${reference}`);
    if (booked !== undefined) return new Set(isSame(booked, command) ? [] : ['repeated']);
    const account = accountOf(project);
    const charge = execution === null ? undefined : charges.get(execution);
    const isCovered = charge?.project === project && charge.refunded + amount <= charge.charge;
    if (
      amount === 0n ||
      (amount < 0n && funding !== 'adjustment') ||
      account.available + amount < 0n ||
      (funding === 'refund') !== (execution !== null) ||
      (funding === 'refund' && !isCovered)
    )
      return new Set(['below_zero']);
    funded.set(`${project} ${reference}`, command);
    if (charge !== undefined) charge.refunded += amount;
    account.funded += amount;
    account.available += amount;
    account.transfers++;
    return new Set();
  }

  function reserve(items: readonly Reserving[]): Set<LedgerError> {
    const refused = new Set<LedgerError>();
    if (items.some(({ execution }) => holds.has(execution)) || isTwice(items)) refused.add('repeated');
    if (items.some(({ amount }) => amount <= 0n)) refused.add('below_zero');
    for (const [project, amount] of totals(items, ({ project }) => project))
      if (amount > accountOf(project).available) refused.add('below_zero');
    if (isCapped(items)) refused.add('capped');
    if (refused.size > 0) return refused;
    for (const { project, execution, amount, lineage } of items) {
      holds.set(execution, { project, amount, lineage, isOpen: true });
      const account = accountOf(project);
      account.available -= amount;
      account.held += amount;
      account.transfers++;
      if (lineage !== null) lineageOf(project, lineage).held += amount;
    }
    return refused;
  }

  /** Caps apply to accepts only, and count all earlier holds and charges. */
  function isCapped(items: readonly Reserving[]): boolean {
    if (items.every(({ lineage }) => lineage === null)) return false;
    const passes = (cap: bigint | null, used: bigint): boolean => cap !== null && used > cap;
    const ofProjects = [...totals(items, ({ project }) => project)];
    const ofAll = ofProjects.reduce((sum, [project, amount]) => sum + (accountOf(project).isLive ? amount : 0n), 0n);
    return (
      ofProjects.some(([project, amount]) => {
        const { cap, held, charged } = accountOf(project);
        return passes(cap, held + charged + amount);
      }) ||
      (ofProjects.some(([project]) => accountOf(project).isLive) && passes(organization.cap, usedByAll() + ofAll)) ||
      [...totals(items, ({ project, lineage }) => `${project} ${lineage}`)].some(([name, amount]) => {
        const { cap, held, charged } = lineages.get(name) as Lineage;
        return passes(cap, held + charged + amount);
      })
    );
  }

  function settle(items: readonly (Ending & { readonly counted: boolean })[]): Set<LedgerError> {
    const refused = new Set<LedgerError>();
    for (const { execution, charge } of items) {
      const { amount, isOpen } = holds.get(execution) as Hold;
      if (!isOpen) refused.add('repeated');
      if (charge < 0n || charge > amount) refused.add('below_zero');
    }
    if (isTwice(items)) refused.add('repeated');
    if (refused.size === 0) for (const item of items) settleOne(item);
    return refused;
  }

  function settleOne({ execution, charge, counted }: Ending & { readonly counted: boolean }): void {
    const hold = holds.get(execution) as Hold;
    hold.isOpen = false;
    charges.set(execution, { project: hold.project, charge, refunded: 0n });
    const account = accountOf(hold.project);
    account.held -= hold.amount;
    account.spent += charge;
    account.available += hold.amount - charge;
    account.transfers += charge < hold.amount ? 2n : 1n;
    if (hold.lineage !== null) {
      const lineage = lineageOf(hold.project, hold.lineage);
      lineage.held -= hold.amount;
      lineage.charged += charge;
    }
    if (!counted) return;
    account.requests++;
    account.charged += charge;
  }

  function setCap({ of, project, lineage, amount }: CapCommand): Set<LedgerError> {
    if (amount !== null && amount < 0n) return new Set(['below_zero']);
    const capped = { project: accountOf(project), organization, key: lineageOf(project, lineage) }[of];
    capped.cap = amount;
    if (of === 'key' && amount !== null) lineageOf(project, lineage).isCounted = true;
    return new Set();
  }

  return {
    accounts,
    holds,
    lineages,
    charges,
    usedByAll,
    apply(command) {
      switch (command.kind) {
        case 'fund':
          return fund(command);
        case 'cap':
          return setCap(command);
        case 'reserve':
          return reserve(command.items.map((item) => ({ ...item, lineage: null })));
        case 'accept':
          return reserve(command.items);
        case 'settle':
          return settle(command.items);
        case 'end':
          return settle(command.items.map((item) => ({ ...item, counted: item.charge > 0n })));
      }
    },
  };
}

const isSame = (one: FundCommand, other: FundCommand): boolean =>
  one.funding === other.funding && one.amount === other.amount && one.execution === other.execution;

const isTwice = (items: readonly { readonly execution: string }[]): boolean =>
  new Set(items.map(({ execution }) => execution)).size < items.length;

function totals(items: readonly Reserving[], nameOf: (item: Reserving) => string): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const item of items) sums.set(nameOf(item), (sums.get(nameOf(item)) ?? 0n) + item.amount);
  return sums;
}
