/** The run about itself: times, customers, and what it allowed. */
import type { Slice } from './granted.ts';
import type { OwnTool } from './own-tools.ts';
import type { SavedTemplate } from './sold.ts';

export interface RunFacts {
  readonly part: string;
  /** Number of executions that the run had to begin. */
  readonly executions: number;
  /** Templates that every customer has saved. */
  readonly templates: readonly SavedTemplate[];
  /** Own tools that were sold, as their teams wrote them. */
  readonly ownTools: readonly OwnTool[];
  readonly recoveredAt: string;
  /** Milliseconds until all had ended, in time that the machine gave (see granted.ts); null if some never ended. */
  readonly settledAfterMs: number | null;
  readonly machine: readonly Slice[];
  /** Time at which keepers and workers were stopped: nothing changes afterwards. */
  readonly quietAt: string;
  readonly reviewResolveSeconds: number;
  /** False if the run changed a clock: times of different processes are then not comparable. */
  readonly clocksAgree: boolean;
  /** All commits between these times were lost: the database continued without them. Null if none was lost. */
  readonly forgotten: { readonly from: string; readonly until: string } | null;
  readonly customers: readonly Paying[];
}

export interface Paying {
  readonly projectId: string;
  readonly organizationId: string;
  /** Lineages of its keys, in the order in which the client's log numbers them. */
  readonly lineages: readonly string[];
  /** The only payment that the customer made. */
  readonly fundedMicros: string;
  readonly capMicros: string | null;
  /** Cap of the first of its key lineages; the others have none. */
  readonly keyCapMicros: string | null;
  readonly organizationCapMicros: string | null;
}
