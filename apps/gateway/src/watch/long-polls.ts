/**
 * Delays a response until the execution or the batch has ended. It was committed before, so that a client that disconnects
 * loses nothing. If a request cannot wait, its response is the same as without `Prefer`.
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

/** The object of a wait, in the state that was read before. */
export interface Awaited<State> {
  readonly state: State;
  readonly isOver: (state: State) => boolean;
  /** Calls `done` once the wait is over, unless `leave` is called before. */
  readonly follow: (done: () => void) => Following<State>;
}

interface Following<State> {
  readonly leave: () => void;
  /** The state at the end of the wait. */
  readonly latest: () => State | Promise<State>;
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
  /** The same for anything else that is waited for. */
  readonly answeredWhen: <State>(
    waiting: Waiting,
    awaited: Awaited<State>,
    respond: (state: State) => HandlerResult,
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

  async function waited<State>(waiting: Waiting, { follow }: Awaited<State>, seconds: number): Promise<Latest<State>> {
    const leaveSlot = slots.tryTake({ key: shareOf(waiting.identity) });
    (leaveSlot === null ? refused : applied).inc();
    if (leaveSlot === null) return null;
    let done = (): void => {};
    const over = new Promise<void>((resolve) => (done = resolve));
    const { leave, latest } = follow(done);
    const timer = setTimeout(done, seconds * 1000);
    waitingNow.add(done);
    waiting.onGone(done);
    await over;
    clearTimeout(timer);
    waitingNow.delete(done);
    leave();
    leaveSlot();
    return { state: await latest() };
  }

  async function answeredWhen<State>(
    waiting: Waiting,
    awaited: Awaited<State>,
    respond: (state: State) => HandlerResult,
  ): Promise<HandlerResult> {
    const { state } = awaited;
    const seconds = waitSecondsOf(waiting.prefer);
    if (seconds === null || isClosed) return respond(state);
    const startMs = performance.now();
    const latest = awaited.isOver(state) ? awaited : await waited(waiting, awaited, seconds);
    if (latest === null) return respond(state);
    const { headers, ...result } = respond(latest.state);
    const waitedMs = performance.now() - startMs;
    // A stopping gateway responds before the wait has ended, and closes the connection.
    if (isClosed) return { ...result, headers: { ...headers, Connection: 'close' }, waitedMs };
    return { ...result, headers: { ...headers, 'Preference-Applied': `wait=${seconds}` }, waitedMs };
  }

  return {
    answered: (waiting, execution, respond) =>
      answeredWhen(waiting, awaitedExecution(watch, waiting, execution), respond),
    answeredWhen,
    close() {
      isClosed = true;
      for (const done of waitingNow) done();
    },
  };
}

/** Null if the request must not wait. */
type Latest<State> = { readonly state: State } | null;

function awaitedExecution(
  watch: Pick<ExecutionPoller, 'follow'>,
  { identity }: Waiting,
  execution: Execution,
): Awaited<Execution> {
  return {
    state: execution,
    isOver,
    follow(done) {
      let latest = execution;
      const leave = watch.follow({ projectId: identity.project.id, id: execution.id }, (state) => {
        latest = state;
        if (isOver(state)) done();
      });
      return { leave, latest: () => latest };
    },
  };
}

const isOver = ({ status }: Execution): boolean => isTerminal(status) || status === 'needs_review';
