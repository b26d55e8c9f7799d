/** The runs of the door: offered, claimed under a lease, reported, with responses that are lost on purpose. */
import type { IncomingMessage } from 'node:http';
import type { RunStart } from '@farebox/runner-protocol';

export interface DoorReport {
  readonly atMs: number;
  readonly reply: object;
}

/** One run, and how its requests are to go wrong. */
export interface DoorRun {
  readonly token: string;
  readonly start: RunStart;
  /** Reports of its last lease. */
  reports: DoorReport[];
  /** When it was claimed for the last time; null while it waits. */
  claimedMs: number | null;
  lease: string;
  end: object | null;
  isCancelled: boolean;
  /** The first report is `run_lease_lost`, as if another runner had it. */
  isRefused: boolean;
  /** The response to the first report of an end is lost. */
  losesEnd: boolean;
  /** Reports that came with an end. */
  ends: number;
}

export const newRun = (token: string, start: RunStart): DoorRun => ({
  token,
  start,
  reports: [],
  claimedMs: null,
  lease: '',
  end: null,
  isCancelled: false,
  isRefused: false,
  losesEnd: false,
  ends: 0,
});

export interface Queue {
  readonly offer: (run: DoorRun) => void;
  readonly find: (token: string) => DoorRun | undefined;
  readonly loseNextClaim: () => void;
  readonly claim: (request: IncomingMessage, waitSeconds: number) => Promise<Responded>;
  readonly report: (token: string, sent: Sent) => Responded;
}

export function createQueue(leaseSeconds: number): Queue {
  const runs = new Map<string, DoorRun>();
  const queue: DoorRun[] = [];
  const waiting = new Set<() => void>();
  let [losesClaim, leases] = [false, 0];
  return {
    offer(run) {
      runs.set(run.token, run);
      run.claimedMs = null;
      queue.push(run);
      const [wake] = waiting;
      wake?.();
    },
    find: (token) => runs.get(token),
    loseNextClaim: () => void (losesClaim = true),
    async claim(request, waitSeconds) {
      if (queue.length === 0) await changeWithin(waiting, request, waitSeconds);
      const run = request.socket.destroyed ? undefined : queue.shift();
      if (run === undefined) return taken({ run: null });
      run.lease = `lease-${++leases}`;
      [run.claimedMs, run.reports] = [performance.now(), []];
      const isLost = losesClaim;
      losesClaim = false;
      const { token, lease, start } = run;
      return isLost ? null : taken({ run: { token, lease, leaseSeconds, start } });
    },
    report(token, sent) {
      const run = runs.get(token);
      return run === undefined ? refused(404, 'run_not_found') : reported(run, sent, leaseSeconds);
    },
  };
}

function reported(run: DoorRun, { lease, reply }: Sent, leaseSeconds: number): Responded {
  if (typeof lease !== 'string' || typeof reply !== 'object' || reply === null) return refused(400, 'invalid_request');
  if (lease !== run.lease || run.claimedMs === null) return refused(409, 'run_lease_lost');
  run.reports.push({ atMs: performance.now(), reply });
  if (run.isRefused) return refused(409, 'run_lease_lost');
  const { status } = reply as { readonly status?: unknown };
  if (status === 'running') return taken({ cancel: run.isCancelled, leaseSeconds });
  if (status === 'not_taken') run.claimedMs = null;
  else if (run.end !== null && JSON.stringify(run.end) !== JSON.stringify(reply)) return refused(409, 'run_ended');
  else [run.end, run.ends] = [reply, run.ends + 1];
  return run.losesEnd && run.ends === 1 ? null : taken({ cancel: false, leaseSeconds });
}

export interface Sent {
  readonly lease?: unknown;
  readonly reply?: unknown;
  readonly waitSeconds?: unknown;
}
/** Null: the connection is lost. */
export type Responded = { readonly status: number; readonly body: object } | null;

const taken = (data: object): Responded => ({ status: 200, body: { data } });
export const refused = (status: number, message: string): Responded => ({
  status,
  body: { error: { status, message } },
});

/** Resolves at a new run, at the end of the time, and when the client has gone away. */
function changeWithin(waiting: Set<() => void>, { socket }: IncomingMessage, seconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      socket.off('close', end);
      waiting.delete(end);
      resolve();
    };
    const timer = setTimeout(end, seconds * 1000);
    socket.once('close', end);
    waiting.add(end);
  });
}
