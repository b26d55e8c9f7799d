/** Batches as the database has them. */
export interface Batch {
  readonly id: string;
  readonly project_id: string;
  readonly key_lineage: string;
  readonly idempotency_key: string;
  readonly executions: number;
  readonly maximum_micros: number;
  /** Ids of its executions, in order. */
  readonly items: readonly string[];
}
