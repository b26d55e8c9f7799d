/** What the checker judges: rows as they stand in the database, the client's log, the provider's cost log, objects, answers, leaks. */
import type { Batch } from './batch.ts';
import type { KeyCap, KeyUsage, Organization } from './caps.ts';
import type { OpenUpload, Storage, StoredFile } from './files.ts';
import type { Slice } from './granted.ts';
import type { Change } from './history.ts';
import type { Told, Webhook } from './told.ts';

export type { Change } from './history.ts';

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
  /** Out of which of the balances, or from outside: an adjustment goes either way. */
  readonly debit: string;
  readonly amount_micros: number;
  readonly execution_id: string | null;
  /** Of a refund: the execution whose charge it gives back. */
  readonly refunds: string | null;
  readonly created_at: string;
}

export interface Usage {
  readonly project_id: string;
  readonly month: string;
  readonly settled_requests: number;
  readonly charged_micros: number;
}

export interface Execution {
  readonly id: string;
  readonly project_id: string;
  readonly key_lineage: string;
  readonly idempotency_key: string;
  readonly tool: string;
  /** Of a template: its version. */
  readonly model?: string | null;
  readonly status: string;
  readonly status_reason: string | null;
  readonly minimum_micros: number;
  readonly maximum_micros: number;
  readonly charged_micros: number | null;
  readonly billing: readonly { readonly amountMicros: number }[] | null;
  readonly price_version: string;
  readonly plan: readonly Planned[];
  readonly result?: unknown;
  readonly content_deleted_at?: string | null;
  readonly cancel_requested_at: string | null;
  /** Of a review. */
  readonly resolve_by: string | null;
  readonly epoch: number;
  readonly attempts: number;
  readonly created_at: string;
  readonly finished_at: string | null;
}

export interface Planned {
  readonly engine: string;
  readonly operation: string;
  readonly parameters: {
    readonly artifactBytes?: number;
    readonly format?: string;
    readonly frames?: { readonly length: number };
  };
  readonly price: { readonly unit: string; readonly unitPriceMicros: string; readonly unitsMax: number };
}

export interface Step {
  readonly execution_id: string;
  readonly index: number;
  readonly status: string;
  readonly claim_token: string;
  readonly units: number | null;
  /** What it found out, of a step whose outcome is no file. */
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
  /** How the provider behaved; after `cost-nan` and `cost-unstated` it never told what it cost. */
  readonly behaviour: { readonly name: string; readonly amount?: number | null };
  /** It was called off, and delivered nothing. */
  readonly wasCancelled?: boolean;
}

/** What the system has on record of what a step's service took. */
export interface RecordedCost {
  readonly execution_id: string;
  readonly step: number;
  readonly stated_micros: number | null;
  /** By the tariff of the service. */
  readonly derived_micros: number | null;
  /** Of it, what the end was booked with. */
  readonly booked_micros: number;
  /** Stated after that: the operator's. */
  readonly late_micros: number | null;
}

/** What the client was quoted, as it understood it. */
export interface Quoted {
  readonly priceVersion: string;
  readonly minimumMicros: number;
  readonly maximumMicros: number;
  /** One for each step, in their order; then perhaps what lifts it to the minimum. */
  readonly lines: readonly (readonly [unit: string, unitPriceMicros: number, quantity: number])[];
}

/** A line of the client's log: a request, or the response to one. */
export interface Said {
  readonly at: string;
  readonly request?: number;
  readonly act?: string;
  readonly projectId?: string;
  readonly lineage?: number;
  readonly idempotencyKey?: string;
  readonly executionId?: string;
  readonly batchId?: string;
  readonly bodySha256?: string | null;
  /** Of a paid request: what it was told before, and what it agreed to at most. */
  readonly quoted?: Quoted;
  readonly ceilingMicros?: number;
  /** Of what an agent executes. */
  readonly quoteId?: string;
  /** It preferred to wait so long; and whether the response was kept back for it. */
  readonly waitSeconds?: number;
  readonly waited?: boolean;
  /** Of an upload without a key: tells one address from the others. */
  readonly address?: string;
  readonly replyTo?: number;
  readonly lost?: string;
  readonly status?: number;
  readonly replayed?: boolean;
  readonly message?: string;
  readonly accepted?: boolean | 'unknown';
  /** Of an upload in parts: of all that was sent. */
  readonly wholeSha256?: string;
  /** Of a refused upload: what its address has stored. Of one in parts: what it became. */
  readonly fileId?: string;
  readonly id?: string;
  readonly executionStatus?: string;
  readonly chargedMicros?: number | null;
}

/** What the running system answered to the checker's own requests. */
export interface Replies {
  readonly usage: readonly { readonly projectId: string; readonly data: Record<string, number | string | null> }[];
  readonly listed: readonly { readonly projectId: string; readonly ids: readonly string[] }[];
  readonly read: readonly {
    readonly id: string;
    readonly status: string;
    readonly chargedMicros: number | null;
    /** Of all that was answered. */
    readonly sha256?: string;
  }[];
  /** Another project's id, and one that nobody has: the answers must be the same, byte for byte. */
  readonly foreign: readonly { readonly asked: string; readonly theirs: string; readonly absent: string }[];
  readonly downloads: readonly { readonly fileId: string; readonly sha256: string }[];
}

export interface RunFacts {
  readonly part: string;
  /** That the run was told to begin. */
  readonly executions: number;
  readonly recoveredAt: string;
  /** As the machine gave it. */
  readonly settledAfterMs: number | null;
  readonly machine: readonly Slice[];
  /** Keepers and workers were ended then: nothing changes afterwards. */
  readonly quietAt: string;
  readonly reviewResolveSeconds: number;
  /** False where the run has changed a clock: times of different processes then say nothing about one another. */
  readonly clocksAgree: boolean;
  /** Commits of this time were lost, all of them: the database went on without them at its end. Null: none was. */
  readonly forgotten: { readonly from: string; readonly until: string } | null;
  readonly customers: readonly {
    readonly projectId: string;
    /** The one payment that it made. */
    readonly fundedMicros: string;
    readonly capMicros: string | null;
    /** Of one of its lineages; the others have none. */
    readonly keyCapMicros: string | null;
    readonly organizationCapMicros: string | null;
  }[];
}

/** A line of the log of faults. */
export interface Struck {
  readonly at: string;
  readonly fault: string;
  /** A process by its name; of the matrix a failpoint. */
  readonly on?: string;
  readonly failed?: string;
}

export interface Evidence {
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
  readonly costs: readonly Cost[];
  readonly recordedCosts: readonly RecordedCost[];
  readonly client: readonly Said[];
  /** Empty where nobody listened. */
  readonly told: readonly Told[];
  /** Empty where nobody had an endpoint. */
  readonly webhooks: readonly Webhook[];
  readonly replies: Replies;
  /** Statements that the database must refuse, tried and rolled back. */
  readonly probes: readonly { readonly statement: string; readonly refused: boolean }[];
  readonly leaks: readonly string[];
}

export const isTerminal = (status: string): boolean =>
  status === 'succeeded' || status === 'failed' || status === 'cancelled';
