/** Commands to the ledger, and the reasons for which it may refuse them. Amounts in micros. */

export type Command =
  | FundCommand
  | CapCommand
  | { readonly kind: 'reserve'; readonly items: readonly Reserving[] }
  | { readonly kind: 'settle'; readonly items: readonly Settling[] }
  /** An execution with a key, so that caps apply. */
  | { readonly kind: 'accept'; readonly items: readonly Accepting[] }
  | { readonly kind: 'end'; readonly items: readonly Ending[] };

/** A change of the balance without an execution; a negative amount reduces it. */
export interface FundCommand {
  readonly kind: 'fund';
  readonly funding: 'top_up' | 'credit' | 'adjustment' | 'refund';
  readonly project: string;
  readonly amount: bigint;
  readonly reference: string;
  /** For a refund: the execution that it refunds; otherwise null. */
  readonly execution: string | null;
}

export interface CapCommand {
  readonly kind: 'cap';
  readonly of: 'project' | 'organization' | 'key';
  readonly project: string;
  readonly lineage: string;
  /** Null removes the cap. */
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
  /** Whether it counts as a settled request of the month. */
  readonly counted: boolean;
}

/** The end of a hold. */
export interface Charged {
  readonly project: string;
  readonly charge: bigint;
  refunded: bigint;
}

export type LedgerError = 'below_zero' | 'repeated' | 'capped';
