/** A line of the history that triggers of the suite keep in its database: see recorder/history.sql. */

export interface Change {
  readonly at: string;
  /** Start of the transaction. */
  readonly began: string;
  readonly kind: 'execution' | 'step';
  readonly application: string;
  readonly execution_id: string;
  readonly step: number | null;
  readonly old_status: string | null;
  readonly new_status: string;
  readonly old_epoch: number | null;
  readonly new_epoch: number | null;
  /** For an execution: its current claim. For a step: the claim that wrote it. */
  readonly claim_token: string | null;
  /** Claim of the execution at the time of a change of its step. */
  readonly execution_claim: string | null;
  /** End of the review that the change begins or ends. */
  readonly resolve_by: string | null;
}
