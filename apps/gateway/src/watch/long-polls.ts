/**
 * Delays a response until the execution has ended. The execution was committed before, so that a client that disconnects loses
 * nothing. If a request cannot wait, its response is the same as without `Prefer`.
 */
import type { Execution } from '@farebox/contract';
import { isTerminal } from '@farebox/executions';
import type { Identity } from '@farebox/identity';
import { createSemaphore } from '@farebox/kernel';
import type { Metrics } from '@farebox/telemetry';
import type { HandlerResult } from '../endpoint/handler.ts';
import { shareOf } from '../endpoint/share.ts';
import type { ExecutionPoller } from './execution-poller.ts';
import { waitSecondsOf } from './prefer-header.ts';
import type { SharedLimits } from './shared-limits.ts';

/** The part of a request that identifies the waiting client and its preference. */
export interface Waiting {
  readonly identity: Identity;
  /** Value of the `Prefer` header, unparsed. */
  readonly prefer: string | undefined;
  /** Calls the listener once the client has disconnected. */
  readonly onGone: (listener: () => void) => void;
}

export interface LongPolls {
  /**
   * Returns the result of `respond`: at once, once the execution has ended or is under review, or at the end of the requested
   * wait.
   */
  readonly answered: (
    waiting: Waiting,
    execution: Execution,
    respond: (execution: Execution) => HandlerResult,
  ) => Promise<HandlerResult>;
  /** Makes all waiting requests respond now; later ones do not wait. */
  readonly close: () => void;
}

export function createLongPolls(
  { watch, metrics }: { readonly watch: ExecutionPoller; readonly metrics: Pick<Metrics, 'waits'> },
  { all, perOrganization, perProject, perKey }: SharedLimits,
): LongPolls {
  const slots = createSemaphore({ slots: all, slotsPerKey: [perOrganization, perProject, perKey] });
  const waitingNow = new Set<() => void>();
  let isClosed = false;
  const [applied, refused] = [
    metrics.waits.labels({ outcome: 'applied' }),
    metrics.waits.labels({ outcome: 'refused' }),
  ];

  async function waited(waiting: Waiting, execution: Execution, seconds: number): Promise<Execution | null> {
    const { identity } = waiting;
    const leave = slots.tryTake({ key: shareOf(identity) });
    (leave === null ? refused : applied).inc();
    if (leave === null) return null;
    let latest = execution;
    let done = (): void => {};
    const over = new Promise<void>((resolve) => (done = resolve));
    const unfollow = watch.follow({ projectId: identity.project.id, id: execution.id }, (state) => {
      latest = state;
      if (isOver(state)) done();
    });
    const timer = setTimeout(done, seconds * 1000);
    waitingNow.add(done);
    waiting.onGone(done);
    await over;
    clearTimeout(timer);
    waitingNow.delete(done);
    unfollow();
    leave();
    return latest;
  }

  return {
    async answered(waiting, execution, respond) {
      const seconds = waitSecondsOf(waiting.prefer);
      if (seconds === null || isClosed) return respond(execution);
      const startMs = performance.now();
      const latest = isOver(execution) ? execution : await waited(waiting, execution, seconds);
      if (latest === null) return respond(execution);
      const { headers, ...result } = respond(latest);
      const waitedMs = performance.now() - startMs;
      // A stopping gateway responds before the wait has ended, and closes the connection.
      if (isClosed) return { ...result, headers: { ...headers, Connection: 'close' }, waitedMs };
      return { ...result, headers: { ...headers, 'Preference-Applied': `wait=${seconds}` }, waitedMs };
    },
    close() {
      isClosed = true;
      for (const done of waitingNow) done();
    },
  };
}

const isOver = ({ status }: Execution): boolean => isTerminal(status) || status === 'needs_review';
