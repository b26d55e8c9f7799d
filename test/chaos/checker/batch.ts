/** Batches as the database has them. */
import type { Accepted } from './sold.ts';

export interface Batch extends Accepted {
  readonly id: string;
  readonly project_id: string;
  readonly key_lineage: string;
  readonly idempotency_key: string;
  readonly tool: string;
  readonly price_version: string;
  readonly executions: number;
  readonly minimum_micros: number;
  readonly maximum_micros: number;
  readonly cancel_requested_at: string | null;
  /** Ids of its executions, in order. */
  readonly items: readonly string[];
  readonly created_at: string;
}
