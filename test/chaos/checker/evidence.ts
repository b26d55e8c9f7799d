/** The evidence that the checker judges: rows of the database, the client's log, the provider's cost log, objects, responses, leaks. */
import type { Batch } from './batch.ts';
import type { Json } from './canonical.ts';
import type { KeyCap, KeyUsage, Organization } from './caps.ts';
import type { OpenUpload, Storage, StoredFile } from './files.ts';
import type { Acting, LoggedAct, Statement } from './acts.ts';
import type { Delivery } from './deliveries.ts';
import type { Change } from './history.ts';
import type { MarginReport } from './margin-report.ts';
import type { RunFacts } from './run-facts.ts';
import type { RunLine } from './runs.ts';
import type { ToolVersion } from './own-tools.ts';
import type { Accepted, Billed, Planned, Quoted, Sold, Stated } from './sold.ts';
import type { Downloaded, MeasuredObject, SaidOfFiles, ShownBatch, ShownExecution } from './views.ts';
import type { Told, Webhook } from './told.ts';

export type { Change } from './history.ts';
export type { RunFacts } from './run-facts.ts';
export type { Planned, Quoted } from './sold.ts';

/** Amounts and counts are JSON integers, all far below 2^53. */
export interface Account {
  readonly id: string;
  readonly organization_id: string;
  readonly environment: 'live' | 'test';
  readonly monthly_cap_micros: number | null;
  readonly funded_micros: number;
  readonly available_micros: number;
  readonly held_micros: number;
  readonly spent_micros: number;
}

export interface Transfer {
  readonly id: number;
  readonly project_id: string;
  readonly kind: 'top_up' | 'credit' | 'adjustment' | 'refund' | 'reserve' | 'settle' | 'release';
  /** The balance that the amount leaves, or outside; an adjustment goes in either direction. */
  readonly debit: string;
  /** The balance that it enters. */
  readonly credit: string;
  readonly amount_micros: number;
  readonly execution_id: string | null;
  /** Execution whose charge a refund returns; null for other transfers. */
  readonly refunds: string | null;
  /** Names a change without an execution. */
  readonly reference?: string | null;
  readonly created_at: string;
}

export interface Usage {
  readonly project_id: string;
  readonly month: string;
  readonly settled_requests: number;
  readonly charged_micros: number;
}

export interface Execution extends Accepted {
  readonly id: string;
  readonly project_id: string;
  readonly key_lineage: string;
  readonly idempotency_key: string;
  readonly tool: string;
  /** Model of the tool; for a template its version. */
  readonly model?: string | null;
  readonly status: string;
  readonly status_reason: string | null;
  readonly minimum_micros: number;
  readonly maximum_micros: number;
  readonly charged_micros: number | null;
  readonly billing: readonly Billed[] | null;
  readonly price_version: string;
  readonly plan: readonly Planned[];
  readonly result?: unknown;
  readonly content_deleted_at?: string | null;
  readonly cancel_requested_at: string | null;
  /** Time at which the keeper ends the review; null if the execution is not under review. */
  readonly resolve_by: string | null;
  readonly epoch: number;
  readonly attempts: number;
  readonly created_at: string;
  /** Null if it never ran. */
  readonly started_at: string | null;
  readonly finished_at: string | null;
}

export interface Step {
  readonly execution_id: string;
  readonly index: number;
  readonly status: string;
  readonly claim_token: string;
  readonly units: number | null;
  /** The charge of the step; null or absent: its row has none, because it was recorded before the end. */
  readonly charged_micros?: number | null;
  /** The provider's cost, as far as it was booked. */
  readonly cost_micros?: number | null;
  /** The result of a step that produces no file. */
  readonly result: unknown;
}

export interface StoredObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface Cost {
  readonly at: string;
  readonly provider: string;
  readonly token: string | null;
  readonly costMicros: number;
  /** The behaviour of the provider; with `cost-nan` and `cost-unstated` it never stated its cost. */
  readonly behaviour: { readonly name: string; readonly amount?: number | null };
  /** The provider's name of the model. */
  readonly model?: string;
  /** The work that was ordered from the provider. */
  readonly work?: Json;
  /** The call was cancelled and delivered nothing. */
  readonly wasCancelled?: boolean;
}

/** The system's record of the cost that a provider charged for a step. */
export interface RecordedCost {
  readonly execution_id: string;
  readonly step: number;
  /** The service that took it, and its own name of the model. */
  readonly provider: string;
  readonly model: string;
  readonly stated_micros: number | null;
  /** Cost by the tariff of the provider. */
  readonly derived_micros: number | null;
  /** Part of the cost that the settlement booked. */
  readonly booked_micros: number;
  /** Cost that became known after the settlement: the operator pays it. */
  readonly late_micros: number | null;
}

/** A line of the client's log: a request, or the response to one. */
export interface Said extends Stated, SaidOfFiles {
  readonly at: string;
  readonly request?: number;
  readonly act?: string;
  readonly projectId?: string;
  readonly lineage?: number;
  readonly idempotencyKey?: string;
  readonly executionId?: string;
  readonly batchId?: string;
  readonly bodySha256?: string | null;
  /** For a paid request: the quote, and the maximum that the client agreed to. */
  readonly quoted?: Quoted;
  readonly ceilingMicros?: number;
  /** Id of the quote that an agent executes. */
  readonly quoteId?: string;
  /** Seconds of `Prefer: wait`; and whether the response waited. */
  readonly waitSeconds?: number;
  readonly waited?: boolean;
  /** Identifies the address of an upload without a key. */
  readonly address?: string;
  readonly replyTo?: number;
  readonly lost?: string;
  readonly status?: number;
  readonly replayed?: boolean;
  readonly message?: string;
  readonly accepted?: boolean | 'unknown';
  /** Digest of all bytes of an upload in parts. */
  readonly wholeSha256?: string;
  /** For a refused upload: the file that its address has stored. For an upload in parts: the file that it became. */
  readonly fileId?: string;
  readonly id?: string;
  readonly executionStatus?: string;
  readonly chargedMicros?: number | null;
}

/** Responses of the running system to the checker's own requests. */
export interface Replies {
  readonly usage: readonly { readonly projectId: string; readonly data: Record<string, number | string | null> }[];
  readonly listed: readonly { readonly projectId: string; readonly ids: readonly string[] }[];
  readonly read: readonly {
    readonly id: string;
    readonly status: string;
    readonly chargedMicros: number | null;
    /** Digest of the whole response. */
    readonly sha256?: string;
  }[];
  /** Requests for an id of another project and for an id that does not exist: the responses must be equal, byte for byte. */
  readonly foreign: readonly { readonly asked: string; readonly theirs: string; readonly absent: string }[];
  readonly downloads: readonly { readonly fileId: string; readonly sha256: string }[];
  /** Every execution, as its project reads it. */
  readonly shown: readonly ShownExecution[];
  readonly batches: readonly ShownBatch[];
  readonly addresses: readonly Downloaded[];
  readonly statements: readonly Statement[];
  /** The operators' report of the current month; null: it was not shown. Evidence of earlier runs does not have it. */
  readonly margins?: MarginReport | null;
}

/** A line of the log of faults. */
export interface Struck {
  readonly at: string;
  readonly fault: string;
  /** Name of the process; in the matrix, of a failpoint. */
  readonly on?: string;
  readonly failed?: string;
}

export interface Evidence extends Sold {
  readonly run: RunFacts;
  readonly faults: readonly Struck[];
  readonly accounts: readonly Account[];
  readonly transfers: readonly Transfer[];
  readonly usage: readonly Usage[];
  readonly organizations: readonly Organization[];
  readonly keyCaps: readonly KeyCap[];
  readonly keyUsage: readonly KeyUsage[];
  readonly executions: readonly Execution[];
  readonly batches: readonly Batch[];
  readonly steps: readonly Step[];
  readonly files: readonly StoredFile[];
  readonly uploads: readonly OpenUpload[];
  readonly storage: readonly Storage[];
  readonly history: readonly Change[];
  readonly objects: readonly StoredObject[];
  readonly measured: readonly MeasuredObject[];
  readonly costs: readonly Cost[];
  readonly recordedCosts: readonly RecordedCost[];
  /** The book of the runner of own tools; empty if the run had none. */
  readonly runs: readonly RunLine[];
  /** Versions of own tools as the database has them. */
  readonly toolVersions: readonly ToolVersion[];
  readonly client: readonly Said[];
  /** Empty if the run had no listener. */
  readonly told: readonly Told[];
  /** Empty if the run had no webhook endpoint. */
  readonly webhooks: readonly Webhook[];
  readonly deliveries: readonly Delivery[];
  /** Empty if the run had no operators. */
  readonly acts: readonly Acting[];
  readonly loggedActs: readonly LoggedAct[];
  readonly replies: Replies;
  /** Statements that the database must refuse, tried and rolled back. */
  readonly probes: readonly { readonly statement: string; readonly refused: boolean }[];
  readonly leaks: readonly string[];
}

export const isTerminal = (status: string): boolean =>
  status === 'succeeded' || status === 'failed' || status === 'cancelled';
