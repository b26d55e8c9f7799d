/** Events and log lines of a worker. */
import type { ClaimedExecution } from '@farebox/executions';
import type { Micros } from '@farebox/kernel';
import type { ExecutionEvent, ExecutionLog } from '@farebox/telemetry';

/** Counts, durations and amounts only, never ids. */
export type WorkerEvent =
  | {
      readonly kind:
        | 'claimed'
        | 'not_claimed'
        | 'lost'
        | 'retried'
        | 'reviewed'
        | 'poisoned'
        | 'handed_back'
        | 'handed_over';
    }
  | { readonly kind: 'running'; readonly count: number }
  | {
      readonly kind: 'finished';
      readonly tool: string;
      readonly status: 'succeeded' | 'failed' | 'cancelled';
      /** Play money, which business metrics leave out. */
      readonly isTest: boolean;
      readonly chargedMicros: Micros;
      readonly releasedMicros: Micros;
      /** Seconds since acceptance. */
      readonly seconds: number;
    }
  | {
      readonly kind: 'step';
      readonly operation: string;
      readonly seconds: number;
      readonly outcome: 'succeeded' | 'failed' | 'aborted';
      readonly storedBytes: number;
    };

/** The part of a logger that is needed here; a pino logger fits. It limits how often a message repeats. */
export interface WorkerLog {
  warn(fields: object, message: string): void;
}

export interface Observer {
  readonly event: (event: WorkerEvent) => void;
  /** `message` is a constant text; variable data goes into `fields`. */
  readonly warn: (error: unknown, message: string, fields?: object) => void;
  /** Logs an event in the life of a claimed execution. */
  readonly follow: (event: ExecutionEvent, claimed: Followed, fields?: FollowedFields) => void;
}

export type Followed = Pick<ClaimedExecution, 'id' | 'projectId' | 'epoch' | 'recorded'>;
type FollowedFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface ObserverOptions {
  readonly logger: WorkerLog;
  readonly observe?: ((event: WorkerEvent) => void) | undefined;
  readonly follow?: ExecutionLog | undefined;
  /** Name of this process in the log and in the history of executions. */
  readonly worker?: string | undefined;
}

export function createObserver({ logger, observe, follow, worker }: ObserverOptions): Observer {
  return {
    event: (event) => observe?.(event),
    warn: (error, message, fields = {}) =>
      logger.warn({ ...fields, reason: error instanceof Error ? error.message : String(error) }, message),
    follow: (event, claimed, fields = {}) => {
      const { id: executionId, projectId, epoch } = claimed;
      follow?.(event, { projectId, executionId, worker, epoch, ...fields }, { isRepeat: isRepeat(event, claimed) });
    },
  };
}

/** An end happens once. A recorded step may have handed the execution to another engine, whose claim repeats nothing. */
const isRepeat = (event: ExecutionEvent, { epoch, recorded }: Followed): boolean =>
  event !== 'execution ended' && epoch > 1 + recorded.length;
