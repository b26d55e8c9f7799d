/**
 * For tests: the ledger as a reference model in plain bigints, without SQL. The model tests run the same commands here and in the database and compare
 * every balance.
 */

export interface Account {
  readonly funded: bigint;
  readonly available: bigint;
  readonly held: bigint;
  readonly spent: bigint;
}

export interface Hold {
  readonly project: string;
  readonly amount: bigint;
  readonly ended: boolean;
  /** The charge of an ended execution, and the refunded part of it. */
  readonly charged?: bigint;
  readonly refunded?: bigint;
}

type FundingKind = 'top_up' | 'credit' | 'adjustment' | 'refund';

interface Funded {
  readonly kind: FundingKind;
  readonly amount: bigint;
  /** The execution of a refund. */
  readonly execution: string | null;
}

export interface Books {
  readonly accounts: ReadonlyMap<string, Account>;
  /** By execution. */
  readonly holds: ReadonlyMap<string, Hold>;
  /** Bookings by project and reference. */
  readonly funded: ReadonlyMap<string, Funded>;
  /** Settled requests and charges by project. */
  readonly usage: ReadonlyMap<string, { readonly requests: bigint; readonly charged: bigint }>;
}

export type Command =
  | {
      readonly kind: FundingKind;
      readonly project: string;
      readonly amount: bigint;
      readonly reference: string;
      /** The execution of a refund. */
      readonly execution?: string;
    }
  | {
      readonly kind: 'reserve';
      readonly items: readonly { readonly project: string; readonly execution: string; readonly amount: bigint }[];
    }
  | {
      readonly kind: 'settle';
      readonly items: readonly { readonly execution: string; readonly charge: bigint; readonly counted: boolean }[];
    };

export type LedgerError = 'below_zero' | 'repeated';
/** The books after the command, or all reasons to refuse it; a refused command changes nothing. */
export type Outcome = { readonly books: Books } | { readonly refused: readonly LedgerError[] };

const EMPTY: Account = { funded: 0n, available: 0n, held: 0n, spent: 0n };

export function emptyBooks(projects: readonly string[]): Books {
  return {
    accounts: new Map(projects.map((project) => [project, EMPTY])),
    holds: new Map(),
    funded: new Map(),
    usage: new Map(),
  };
}

export function apply(books: Books, command: Command): Outcome {
  switch (command.kind) {
    case 'top_up':
    case 'credit':
    case 'adjustment':
    case 'refund':
      return fund(books, command);
    case 'reserve':
      return reserve(books, command);
    case 'settle':
      return settle(books, command);
  }
}

function fund(books: Books, command: Command & { kind: FundingKind }): Outcome {
  const { kind, project, amount, reference, execution = null } = command;
  const name = `${project} ${reference}`;
  const booked = books.funded.get(name);
  if (booked !== undefined) {
    const isSame = booked.kind === kind && booked.amount === amount && booked.execution === execution;
    return isSame ? { books } : { refused: ['repeated'] };
  }
  const account = accountOf(books, project);
  const after = { ...account, funded: account.funded + amount, available: account.available + amount };
  const holds = kind === 'refund' ? refunded(books, command) : books.holds;
  const isAmount = amount > 0n || (kind === 'adjustment' && amount < 0n);
  if (!isAmount || after.available < 0n || holds === null) return { refused: ['below_zero'] };
  const accounts = replaced(books.accounts, project, after);
  return { books: { ...books, accounts, holds, funded: replaced(books.funded, name, { kind, amount, execution }) } };
}

/** Null if the amount exceeds the charge. */
function refunded({ holds }: Books, { project, execution = '', amount }: Command & { kind: FundingKind }) {
  const hold = holds.get(execution);
  if (hold === undefined || hold.project !== project) return null;
  const sum = (hold.refunded ?? 0n) + amount;
  return sum > (hold.charged ?? 0n) ? null : replaced(holds, execution, { ...hold, refunded: sum });
}

function reserve(books: Books, { items }: Command & { kind: 'reserve' }): Outcome {
  const refused = new Set<LedgerError>();
  let now = books;
  for (const { project, execution, amount } of items) {
    if (now.holds.has(execution)) refused.add('repeated');
    if (amount <= 0n) refused.add('below_zero');
    const account = accountOf(now, project);
    const moved = { ...account, available: account.available - amount, held: account.held + amount };
    const hold = { project, amount, ended: false };
    now = { ...now, accounts: replaced(now.accounts, project, moved), holds: replaced(now.holds, execution, hold) };
  }
  if ([...now.accounts.values()].some(({ available }) => available < 0n)) refused.add('below_zero');
  return decided(now, refused);
}

function settle(books: Books, { items }: Command & { kind: 'settle' }): Outcome {
  const refused = new Set<LedgerError>();
  let now = books;
  for (const { execution, charge, counted } of items) {
    const hold = now.holds.get(execution);
    if (hold === undefined) throw new Error('the model settles only what it reserved');
    if (hold.ended) refused.add('repeated');
    if (charge < 0n || charge > hold.amount) refused.add('below_zero');
    now = settleOne(now, { execution, hold, charge, counted });
  }
  return decided(now, refused);
}

const decided = (books: Books, refused: ReadonlySet<LedgerError>): Outcome =>
  refused.size === 0 ? { books } : { refused: [...refused] };

function settleOne(books: Books, item: { execution: string; hold: Hold; charge: bigint; counted: boolean }): Books {
  const { execution, hold, charge, counted } = item;
  const account = accountOf(books, hold.project);
  const moved = {
    ...account,
    held: account.held - hold.amount,
    spent: account.spent + charge,
    available: account.available + hold.amount - charge,
  };
  const usage = books.usage.get(hold.project) ?? { requests: 0n, charged: 0n };
  const used = counted ? { requests: usage.requests + 1n, charged: usage.charged + charge } : usage;
  return {
    ...books,
    accounts: replaced(books.accounts, hold.project, moved),
    holds: replaced(books.holds, execution, { ...hold, ended: true, charged: charge }),
    usage: counted ? replaced(books.usage, hold.project, used) : books.usage,
  };
}

function accountOf(books: Books, project: string): Account {
  const account = books.accounts.get(project);
  if (account === undefined) throw new Error(`no account ${project}`);
  return account;
}

const replaced = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> => new Map(map).set(key, value);
