/** Deliveries of webhooks as the system records them and shows them to operators. */

export interface Delivery {
  readonly project_id: string;
  readonly endpoint_id: string;
  readonly execution_id: string;
  readonly event: string;
  readonly attempts: number;
  readonly delivered_at: string | null;
  readonly next_at: string | null;
  /** Response to the last recorded attempt. */
  readonly status_code: number | null;
  readonly error: string | null;
  /** The recorded attempts, oldest first. */
  readonly attempt_log: readonly {
    readonly at: string;
    readonly statusCode: number | null;
    readonly error: string | null;
  }[];
}
