/** Evidence about sales: quotes and orders of clients, prices that operators published, templates, and states that responses show. */
import type { Json } from './canonical.ts';

/** A quote as the client understood it. */
export interface Quoted {
  readonly priceVersion: string;
  /** Model of the tool; for a template its version. */
  readonly model: string | null;
  readonly minimumMicros: number;
  readonly maximumMicros: number;
  /** One line for each step, in order; then possibly a line that raises the sum to the minimum. */
  readonly lines: readonly (readonly [unit: string, unitPriceMicros: number, quantity: number, amountMicros: number])[];
  /** For a batch: the client's own quote of each item. */
  readonly items?: readonly Quoted[];
  /** For a batch: the amounts that its quote names for each item. */
  readonly amounts?: readonly Json[];
}

/** Parts of a line of the client's log. */
export interface Stated {
  /** The JSON body of a request. */
  readonly sent?: Sent;
  /** Data of the response, except for outputs. */
  readonly data?: Json;
}

export interface Sent {
  readonly tool?: string;
  readonly arguments?: Json;
  readonly items?: readonly { readonly arguments: Json }[];
  readonly priceVersion?: string;
  readonly maximumChargeMicros?: number;
  /** The version of a template to activate. */
  readonly version?: number;
}

/** Facts of an accepted execution or batch. */
export interface Accepted {
  /** `\x` and hexadecimal digits. */
  readonly body_sha256: string;
}

/** A line of a bill; the step is null for a line of the whole execution. */
export interface Billed {
  readonly step?: number | null;
  readonly unit?: string;
  readonly quantity?: number;
  readonly description?: string;
  readonly amountMicros: number;
}

/** Part of the plan of an execution. */
export interface Planned {
  readonly engine: string;
  readonly operation: string;
  readonly parameters: Json & {
    readonly artifactBytes?: number;
    readonly format?: string;
    readonly frames?: { readonly length: number };
    readonly outputs?: { readonly length: number };
  };
  readonly inputs?: Json;
  readonly price: {
    readonly unit: string;
    readonly unitPriceMicros: string;
    readonly unitsMax: number;
    /** For a step of a pipeline or a template. */
    readonly sold?: { readonly tool: string; readonly model: string | null };
  };
}

interface Amounts {
  readonly minimumChargeMicros: string | number;
  readonly unitPriceMicros: string | number;
}

/** Prices by tool name. */
export type Prices = Readonly<
  Record<string, Amounts & { readonly unit: string; readonly models: Readonly<Record<string, Amounts>> }>
>;

/** A price table as the database has it. */
export interface PriceTableRow {
  readonly version: string;
  readonly prices: { readonly tools: Prices };
  readonly effective_at: string;
  readonly superseded_at: string | null;
  readonly cancelled_at: string | null;
}

/** A price table as an operator published it, with the version that the operator was told. */
export interface Published {
  readonly version: string;
  readonly effectiveAt: string;
  readonly tools: Prices;
}

/** A version of a template: in `run.json` as its author sent it. */
export interface SavedTemplate {
  readonly name: string;
  readonly version: number;
  readonly content: TemplateContent;
}

export interface TemplateContent {
  readonly parameters: Readonly<Record<string, { readonly default?: unknown }>>;
  readonly steps: readonly { readonly tool: string; readonly arguments: Json }[];
}

export interface TemplateRow extends SavedTemplate {
  readonly project_id: string;
}

/** An execution as a response shows it after the end of the run. */
export interface Shown {
  readonly via: 'list' | 'poll' | 'read' | 'results';
  readonly id: string;
  /** Digest of the whole execution; null for an entry of a list, which has fewer members. */
  readonly sha256: string | null;
  readonly data: Json;
}

/** A batch as responses show it after the end of the run. */
export interface BatchState {
  readonly id: string;
  readonly projectId: string;
  readonly polled: Json;
  readonly listed: Json;
  /** Ids of the executions in its results, each with its index. */
  readonly results: readonly { readonly index: number; readonly id: string }[];
}

export interface Sold {
  readonly priceTables: readonly PriceTableRow[];
  readonly published: readonly Published[];
  readonly templates: readonly TemplateRow[];
  readonly shown: readonly Shown[];
  readonly batchStates: readonly BatchState[];
}
