/** The client's types, written again from the specification and never imported from the system: a shared type would hide a drift. */

export const SCOPES = [
  'project:read',
  'usage:read',
  'tools:read',
  'tools:execute',
  'executions:read',
  'templates:write',
] as const;
export type Scope = (typeof SCOPES)[number];

export const TERMINAL = ['succeeded', 'failed', 'cancelled'];

export interface Price {
  readonly minimumChargeMicros: number;
  readonly unit: string;
  readonly unitPriceMicros: number;
  readonly description: string;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly available: boolean;
  readonly unavailableReason?: string;
  readonly inputSchema: Record<string, unknown>;
  readonly example: Record<string, unknown>;
  readonly models: readonly {
    readonly name: string;
    readonly description: string;
    readonly available: boolean;
    readonly example: Record<string, unknown>;
    readonly price: Price;
    readonly typicalSeconds: { readonly p50: number; readonly p95: number } | null;
  }[];
  readonly price: Price;
  readonly maxRuntimeSeconds: number;
  readonly cancellableAfterStart: boolean;
  readonly chargesOnFailure: boolean;
  readonly typicalSeconds: { readonly p50: number; readonly p95: number } | null;
}

export interface Catalog {
  readonly priceVersion: string;
  readonly currency: string;
  readonly executionEnabled: boolean;
  readonly tools: readonly Tool[];
}

export interface Quote {
  readonly tool: string;
  readonly model: string | null;
  readonly priceVersion: string;
  readonly currency: string;
  readonly minimumChargeMicros: number;
  readonly maximumChargeMicros: number;
  readonly breakdown: readonly {
    readonly description: string;
    readonly unit: string;
    readonly quantity: number;
    readonly unitPriceMicros: number;
    readonly amountMicros: number;
  }[];
  readonly blockers: readonly string[];
}

export interface File {
  readonly id: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly width?: number;
  readonly height?: number;
  readonly durationSeconds?: number;
}

export interface ExecutionSummary {
  readonly id: string;
  readonly tool: string;
  readonly model: string | null;
  readonly status: string;
  readonly cancelRequested: boolean;
  readonly minimumChargeMicros: number;
  readonly maximumChargeMicros: number;
  readonly chargedMicros: number | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly error: { readonly status: string; readonly message: string } | null;
  readonly review: {
    readonly step: number;
    readonly reason: string;
    readonly since: string;
    readonly exposureMicros: number;
    readonly resolveBy: string;
  } | null;
}

export interface Execution extends ExecutionSummary {
  readonly steps: readonly {
    readonly index: number;
    readonly name: string;
    readonly status: string;
    readonly progress?: number;
    readonly chargedMicros: number | null;
  }[];
  readonly billing: readonly { readonly step: number | null; readonly unit: string; readonly amountMicros: number }[];
  readonly output: { readonly artifacts: readonly File[]; readonly result?: unknown };
}

export interface ExecutionList {
  readonly executions: readonly ExecutionSummary[];
  readonly nextBefore: string | null;
}

export interface Usage {
  readonly month: string;
  readonly currency: string;
  readonly settledRequests: number;
  readonly chargedMicros: number;
  readonly heldMicros: number;
  readonly availableMicros: number;
  readonly monthlyCapMicros: number | null;
}

export interface Download {
  readonly url: string;
  readonly expiresAt: string;
}

export interface Project {
  readonly organization: { readonly id: string; readonly name: string };
  readonly project: { readonly id: string; readonly name: string; readonly environment: string };
  readonly key: {
    readonly id: string;
    readonly name: string;
    readonly scopes: readonly Scope[];
    readonly expiresAt: string | null;
  };
}

export interface Batch {
  readonly id: string;
  readonly tool: string;
  readonly executionCount: number;
  readonly minimumChargeMicros: number;
  readonly maximumChargeMicros: number;
  readonly chargedMicros: number;
  readonly cancelRequested: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly createdAt: string;
  readonly finishedAt: string | null;
}

/** A body for `POST /tools/batches`. */
export interface BatchRequest {
  readonly tool: string;
  readonly items: readonly { readonly arguments: Readonly<Record<string, unknown>> }[];
  readonly priceVersion: string;
  readonly maximumChargeMicros: number;
}

/** A body for `POST /tools/{tool}`. */
export interface ExecutionRequest {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly priceVersion: string;
  readonly maximumChargeMicros: number;
}
