/** A line of the diary that triggers of the suite keep in its database: see recorder/history.sql. */

export interface Change {
  readonly at: string;
  /** The transaction. */
  readonly began: string;
  readonly kind: 'execution' | 'step';
  readonly application: string;
  readonly execution_id: string;
  readonly step: number | null;
  readonly old_status: string | null;
  readonly new_status: string;
  readonly old_epoch: number | null;
  readonly new_epoch: number | null;
  /** Of an execution: who holds it; of a step: who wrote it. */
  readonly claim_token: string | null;
  /** Of a step: who held its execution then. */
  readonly execution_claim: string | null;
  /** Of the review that begins or ends with it. */
  readonly resolve_by: string | null;
}
