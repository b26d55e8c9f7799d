/** What is said to the ledger, and what may speak against it. Amounts in micros. */

export type Command =
  | FundCommand
  | CapCommand
  | { readonly kind: 'reserve'; readonly items: readonly Reserving[] }
  | { readonly kind: 'settle'; readonly items: readonly Settling[] }
  /** As an execution of a key, which caps bind. */
  | { readonly kind: 'accept'; readonly items: readonly Accepting[] }
  | { readonly kind: 'end'; readonly items: readonly Ending[] };

/** Money without an execution; below zero it goes. */
export interface FundCommand {
  readonly kind: 'fund';
  readonly funding: 'top_up' | 'credit' | 'adjustment' | 'refund';
  readonly project: string;
  readonly amount: bigint;
  readonly reference: string;
  /** What a refund gives back of; of the others null. */
  readonly execution: string | null;
}

export interface CapCommand {
  readonly kind: 'cap';
  readonly of: 'project' | 'organization' | 'key';
  readonly project: string;
  readonly lineage: string;
  /** Null: no longer. */
  readonly amount: bigint | null;
}

export interface Reserving {
  readonly project: string;
  readonly execution: string;
  readonly amount: bigint;
}

export interface Accepting extends Reserving {
  readonly lineage: string;
}

export interface Ending {
  readonly execution: string;
  readonly charge: bigint;
}

export interface Settling extends Ending {
  /** As a settled request of the month. */
  readonly counted: boolean;
}

/** What became of a hold. */
export interface Charged {
  readonly project: string;
  readonly charge: bigint;
  refunded: bigint;
}

export type LedgerError = 'below_zero' | 'repeated' | 'capped';
