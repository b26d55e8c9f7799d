/**
 * The runs of one process. A token is stored before its work begins, and its work begins once. If the store has a run that
 * this process does not work on, a process before it has died: such a run ends as failed, without a bill.
 */
import { type EndedReply, readStart, type RunReply, type RunStart } from '@farebox/runner-protocol';
import { CANCELLED, execute, type Tool } from './run.ts';
import type { RunStore } from './store.ts';

export interface RunsNeeds {
  readonly tools: Readonly<Record<string, Tool>>;
  readonly store: RunStore;
  readonly concurrency: number;
  readonly onError: (error: unknown, token: string) => void;
}

export interface Runs {
  readonly start: (token: string, body: string) => Promise<RunReply>;
  readonly find: (token: string) => Promise<RunReply>;
  readonly cancel: (token: string) => Promise<RunReply>;
}

interface Ended {
  readonly reply: EndedReply;
  readonly isStored: boolean;
}

interface Live {
  readonly controller: AbortController;
  progress: number | null;
  readonly ended: Promise<Ended>;
}

/** A run that ends sooner is the response to its start. */
const START_WAIT_MS = 10_000;
const CANCEL_WAIT_MS = 2_000;

export function createRuns(needs: RunsNeeds): Runs {
  const { store } = needs;
  /** Begun synchronously, so that two requests at the same time share one entry. */
  const live = new Map<string, Promise<Live | RunReply>>();

  const found = async (token: string): Promise<RunReply> => {
    // The second look: the run may have ended, or begun, during the first one.
    for (let look = 0; look < 2; look++) {
      const current = live.get(token);
      if (current !== undefined) return stateOf(await current, 0);
      const stored = await store.find(token);
      if (stored === null) return { status: 'not_known' };
      if (stored.status !== 'running') return stored;
    }
    if (live.has(token)) return found(token);
    await store.end(token, LOST);
    return LOST;
  };

  const begin = async (token: string, body: string): Promise<Live | RunReply> => {
    const stored = await store.find(token);
    if (stored !== null && stored.status !== 'running') return stored;
    const read = readStart(body);
    if (!read.ok) return refused(read.problem);
    const tool = Object.hasOwn(needs.tools, read.start.tool) ? needs.tools[read.start.tool] : undefined;
    if (tool === undefined) return refused(`this runner has no tool ${read.start.tool}`);
    if (stored === null && live.size > needs.concurrency) return { status: 'not_taken', retryAfterSeconds: 5 };
    if (stored === null && (await store.begin(token))) return launch(tool, { token, start: read.start }, needs);
    await store.end(token, LOST);
    return LOST;
  };

  /** The entry stays if the store could not take the end: that must not turn a success into a lost run. */
  const forgetWhenStored = async (token: string, entry: Promise<Live | RunReply>): Promise<void> => {
    const begun = await entry.catch(() => null);
    const isKnown = begun === null || !('ended' in begun) || (await begun.ended).isStored;
    if (isKnown) live.delete(token);
  };

  return {
    async start(token, body) {
      const entry = live.get(token) ?? begin(token, body);
      if (!live.has(token)) {
        live.set(token, entry);
        void forgetWhenStored(token, entry);
      }
      return stateOf(await entry, START_WAIT_MS);
    },
    find: found,
    async cancel(token) {
      const current = await live.get(token);
      if (current === undefined) return found(token);
      if ('ended' in current) current.controller.abort(CANCELLED);
      return stateOf(current, CANCEL_WAIT_MS);
    },
  };
}

interface Begun {
  readonly token: string;
  readonly start: RunStart;
}

function launch(tool: Tool, { token, start }: Begun, { store, onError }: RunsNeeds): Live {
  const controller = new AbortController();
  const leftMs = Math.max(0, Date.parse(start.limits.deadline) - Date.now());
  const timer = setTimeout(() => controller.abort(), leftMs);
  const run: Live = {
    controller,
    progress: null,
    ended: execute(tool, {
      token,
      start,
      signal: controller.signal,
      onError,
      progress: (part) => void (run.progress = part >= 0 ? Math.min(part, 1) : null),
    }).then(async (reply) => {
      clearTimeout(timer);
      return { reply, isStored: await isStored(store.end(token, reply), (error) => onError(error, token)) };
    }),
  };
  return run;
}

const isStored = (stored: Promise<void>, onError: (error: unknown) => void): Promise<boolean> =>
  stored.then(
    () => true,
    (error: unknown) => {
      onError(error);
      return false;
    },
  );

const LOST: EndedReply = {
  status: 'failed',
  reason: 'failed',
  message: 'the runner has stopped during the run',
  billed: false,
};
const refused = (message: string): RunReply => ({ status: 'failed', reason: 'failed', message, billed: false });

/** @param waitMs how long to wait for the end. */
async function stateOf(current: Live | RunReply, waitMs: number): Promise<RunReply> {
  if (!('ended' in current)) return current;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), waitMs)));
  const end = await Promise.race([current.ended, waited]);
  clearTimeout(timer);
  const { progress } = current;
  return end?.reply ?? { status: 'running', ...(progress === null ? {} : { progress }), retryAfterSeconds: 1 };
}
