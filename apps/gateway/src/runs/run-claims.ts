/**
 * Claims that wait for a run. All claims of a tool share one poll of the database, at most one a second for each of them,
 * and the oldest gets the run. So a thousand idle runners cost no more than four of them.
 */
import { createSemaphore, type Leave } from '@farebox/kernel';
import type { Metrics } from '@farebox/telemetry';
import type { Claim, PullRuns } from '@farebox/tools';
import { AppError } from '@farebox/contract';
import type { RunnerIdentity } from './runner-keys.ts';

export interface Claiming {
  readonly runner: RunnerIdentity;
  readonly waitSeconds: number;
  /** Calls the listener once the client has disconnected. */
  readonly onGone: (listener: () => void) => void;
}

export interface RunClaims {
  /** Rejects with `rate_limit_exceeded` if too many claims wait, and if the database does not answer the first poll. */
  readonly claim: (claiming: Claiming) => Promise<Claim>;
  /** Ends all waits now; later claims do not wait. */
  readonly close: () => void;
  readonly isClosed: () => boolean;
}

export interface RunClaimsOptions {
  readonly runs: Pick<PullRuns, 'claim'>;
  readonly metrics: Pick<Metrics, 'runClaimsWaiting'>;
  readonly limits?: Readonly<Record<keyof typeof LIMITS, number>>;
}

/** A manifest has at most 1,000 runs at once; its runners connect to several gateways. */
const LIMITS = { all: 2_000, perTool: 500, perKey: 250 } as const;
/** Looks of all tools that run at once, a few of the pool's connections. The tools take turns. */
const POLLS = 4;
const POLL_EVERY_MS = 1_000;
const POLL_MS_MIN = 250;
const RETRY_SECONDS = 5;
const NONE: Claim = { kind: 'none' };

interface Waiter {
  readonly runner: RunnerIdentity;
  /** Ends the wait, unless it has ended. */
  readonly settle: (claim: Claim) => void;
  /** The client or its time is gone. While a poll is on its way, the poll decides: it may bring a run. */
  isOver: boolean;
}

export function createRunClaims({ runs, metrics, limits = LIMITS }: RunClaimsOptions): RunClaims {
  const slots = createSemaphore({ slots: limits.all, slotsPerKey: [limits.perTool, limits.perKey] });
  const polls = createSemaphore({ slots: POLLS });
  const queues = new Map<string, ToolQueue>();
  let isClosed = false;

  const poll = async ({ tool, keyId }: RunnerIdentity): Promise<Claim> => {
    const leave = await polls.take({ key: tool });
    try {
      return await runs.claim({ tool, keyId });
    } finally {
      leave?.();
    }
  };
  const queueOf = (tool: string): ToolQueue => {
    const queue = queues.get(tool) ?? createToolQueue(poll, () => queues.delete(tool));
    queues.set(tool, queue);
    return queue;
  };

  async function waited({ runner, waitSeconds, onGone }: Claiming): Promise<Claim> {
    metrics.runClaimsWaiting.inc();
    const { promise, resolve } = Promise.withResolvers<Claim>();
    const leave = queueOf(runner.tool).enter({ runner, settle: resolve, isOver: false });
    const timer = setTimeout(leave, waitSeconds * 1000);
    onGone(leave);
    if (isClosed) leave();
    const claim = await promise;
    clearTimeout(timer);
    metrics.runClaimsWaiting.dec();
    return claim;
  }

  return {
    async claim(claiming) {
      const { tool, keyId } = claiming.runner;
      const leave = slots.tryTake({ key: [tool, keyId] });
      if (leave === null) throw tooManyWait(limits);
      try {
        const first = await poll(claiming.runner);
        return first.kind !== 'none' || claiming.waitSeconds === 0 || isClosed ? first : await waited(claiming);
      } finally {
        leave();
      }
    },
    close() {
      isClosed = true;
      for (const { close } of queues.values()) close();
    },
    isClosed: () => isClosed,
  };
}

const tooManyWait = ({ perTool, perKey }: Readonly<Record<keyof typeof LIMITS, number>>): AppError =>
  new AppError('rate_limit_exceeded', {
    retryAfterSeconds: RETRY_SECONDS,
    details: { waitingPerToolMax: perTool, waitingPerKeyMax: perKey, retryAfterSeconds: RETRY_SECONDS },
  });

interface ToolQueue {
  /** Returns a function that ends the wait, as often as it is called. */
  readonly enter: (waiter: Waiter) => Leave;
  readonly close: () => void;
}

/** The waiting claims of one tool, the oldest first. */
function createToolQueue(poll: (runner: RunnerIdentity) => Promise<Claim>, onEmpty: () => void): ToolQueue {
  const waiters = new Set<Waiter>();
  let asking: Waiter | undefined;
  let timer: NodeJS.Timeout | undefined;

  function end(waiter: Waiter, claim: Claim): void {
    if (!waiters.delete(waiter)) return;
    waiter.settle(claim);
    if (waiters.size > 0) return;
    clearTimeout(timer);
    onEmpty();
  }
  function leave(waiter: Waiter): void {
    waiter.isOver = true;
    if (waiter !== asking) end(waiter, NONE);
  }
  /** True if the oldest claim has got a run, so that the next one may have one too. */
  async function pollForOldest(): Promise<boolean> {
    const [oldest] = waiters;
    if (oldest === undefined) return false;
    asking = oldest;
    // While the database does not answer, claims go on waiting.
    const claim = await poll(oldest.runner).catch(() => NONE);
    asking = undefined;
    if (claim.kind !== 'none' || oldest.isOver) end(oldest, claim);
    return claim.kind !== 'none';
  }
  async function pollAll(): Promise<void> {
    while (await pollForOldest());
    pollLater();
  }
  function pollLater(): void {
    if (waiters.size === 0) return;
    clearTimeout(timer);
    timer = setTimeout(() => void pollAll(), Math.max(POLL_MS_MIN, POLL_EVERY_MS / waiters.size));
  }

  return {
    enter(waiter) {
      waiters.add(waiter);
      if (waiters.size === 1 && asking === undefined) pollLater();
      return () => leave(waiter);
    },
    close: () => waiters.forEach(leave),
  };
}
