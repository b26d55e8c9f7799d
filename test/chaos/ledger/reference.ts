/** The ledger as plain arithmetic: what each command must come to, and every balance after it. It knows nothing of SQL. */

export type Command =
  | { readonly kind: 'top_up'; readonly project: string; readonly amount: bigint; readonly reference: string }
  | { readonly kind: 'reserve'; readonly items: readonly Reserving[] }
  | { readonly kind: 'settle'; readonly items: readonly Settling[] };

export interface Reserving {
  readonly project: string;
  readonly execution: string;
  readonly amount: bigint;
}

export interface Settling {
  readonly execution: string;
  readonly charge: bigint;
  /** As a settled request of the month. */
  readonly counted: boolean;
}

export type LedgerError = 'below_zero' | 'repeated';

export interface Account {
  funded: bigint;
  available: bigint;
  held: bigint;
  spent: bigint;
  requests: bigint;
  charged: bigint;
  transfers: bigint;
}

export interface Hold {
  readonly project: string;
  readonly amount: bigint;
  isOpen: boolean;
}

export interface Reference {
  readonly accounts: ReadonlyMap<string, Account>;
  readonly holds: ReadonlyMap<string, Hold>;
  /** Carries it out, or changes nothing and answers all that speaks against it. */
  readonly apply: (command: Command) => ReadonlySet<LedgerError>;
}

export function createReference(projects: readonly string[]): Reference {
  const empty = { funded: 0n, available: 0n, held: 0n, spent: 0n, requests: 0n, charged: 0n, transfers: 0n };
  const accounts = new Map<string, Account>(projects.map((project) => [project, { ...empty }]));
  const holds = new Map<string, Hold>();
  const topUps = new Map<string, bigint>();
  const accountOf = (project: string): Account => accounts.get(project) as Account;

  function topUp({ project, amount, reference }: Command & { kind: 'top_up' }): Set<LedgerError> {
    const name = `${project} ${reference}`;
    const booked = topUps.get(name);
    if (booked !== undefined) return new Set(booked === amount ? [] : ['repeated']);
    if (amount <= 0n) return new Set(['below_zero']);
    topUps.set(name, amount);
    const account = accountOf(project);
    account.funded += amount;
    account.available += amount;
    account.transfers++;
    return new Set();
  }

  function reserve(items: readonly Reserving[]): Set<LedgerError> {
    const refused = new Set<LedgerError>();
    const taken = new Map<string, bigint>();
    for (const { project, execution, amount } of items) {
      if (holds.has(execution)) refused.add('repeated');
      if (amount <= 0n) refused.add('below_zero');
      taken.set(project, (taken.get(project) ?? 0n) + amount);
    }
    if (new Set(items.map(({ execution }) => execution)).size < items.length) refused.add('repeated');
    for (const [project, amount] of taken) if (amount > accountOf(project).available) refused.add('below_zero');
    if (refused.size > 0) return refused;
    for (const { project, execution, amount } of items) {
      holds.set(execution, { project, amount, isOpen: true });
      const account = accountOf(project);
      account.available -= amount;
      account.held += amount;
      account.transfers++;
    }
    return refused;
  }

  function settle(items: readonly Settling[]): Set<LedgerError> {
    const refused = new Set<LedgerError>();
    for (const { execution, charge } of items) {
      const { amount, isOpen } = holds.get(execution) as Hold;
      if (!isOpen) refused.add('repeated');
      if (charge < 0n || charge > amount) refused.add('below_zero');
    }
    if (new Set(items.map(({ execution }) => execution)).size < items.length) refused.add('repeated');
    if (refused.size === 0) items.forEach(settleOne);
    return refused;
  }

  function settleOne({ execution, charge, counted }: Settling): void {
    const hold = holds.get(execution) as Hold;
    hold.isOpen = false;
    const account = accountOf(hold.project);
    account.held -= hold.amount;
    account.spent += charge;
    account.available += hold.amount - charge;
    account.transfers += charge < hold.amount ? 2n : 1n;
    if (!counted) return;
    account.requests++;
    account.charged += charge;
  }

  return {
    accounts,
    holds,
    apply(command) {
      if (command.kind === 'top_up') return topUp(command);
      return command.kind === 'reserve' ? reserve(command.items) : settle(command.items);
    },
  };
}
