/**
 * The runs of one process. A token is stored before its work begins, and its work begins once. If the store has a run that
 * this process does not work on, a process before it has died: such a run ends as failed, without a bill.
 */
import { type EndedReply, type NotTaken, readStart, type RunReply, type RunStart } from '@farebox/runner-protocol';
import { CANCELLED, execute, INTERRUPTED, LOST, type Tool } from './run.ts';
import type { RunStore } from './store.ts';

export interface RunsNeeds {
  readonly tools: Readonly<Record<string, Tool>>;
  readonly store: RunStore;
  readonly concurrency: number;
  readonly onError: (error: unknown, token: string) => void;
}

export interface Beginning {
  /** How long to wait for the end. Default: 10 s. */
  readonly waitMs?: number;
  /** True: an interrupted run may begin again from its beginning. */
  readonly isRepeatable?: boolean;
}

export interface Runs {
  readonly concurrency: number;
  readonly start: (token: string, body: string, beginning?: Beginning) => Promise<RunReply>;
  /** @param waitMs how long to wait for the end. Default: 0. */
  readonly find: (token: string, waitMs?: number) => Promise<RunReply>;
  readonly cancel: (token: string) => Promise<RunReply>;
  /** Stops the work because the process ends. A repeatable run is then `not_taken`, and any other one has failed. */
  readonly interrupt: (token: string) => Promise<RunReply>;
}

interface Ended {
  readonly reply: EndedReply | NotTaken;
  readonly isStored: boolean;
}

interface Live {
  readonly controller: AbortController;
  progress: number | null;
  readonly ended: Promise<Ended>;
}

/** A run that ends sooner is the response to its start. */
const START_WAIT_MS = 10_000;
const STOP_WAIT_MS = 2_000;

export function createRuns(needs: RunsNeeds): Runs {
  const { store } = needs;
  /** Begun synchronously, so that two requests at the same time share one entry. */
  const live = new Map<string, Promise<Live | RunReply>>();

  const found = async (token: string, waitMs = 0): Promise<RunReply> => {
    // The second look: the run may have ended, or begun, during the first one.
    for (let look = 0; look < 2; look++) {
      const current = live.get(token);
      if (current !== undefined) return stateOf(await current, waitMs);
      const stored = await store.find(token);
      if (stored === null) return { status: 'not_known' };
      if (stored.status !== 'running') return stored;
    }
    if (live.has(token)) return found(token, waitMs);
    await store.end(token, LOST);
    return LOST;
  };

  const begin = async (token: string, body: string, isRepeatable: boolean): Promise<Live | RunReply> => {
    const stored = await store.find(token);
    if (stored !== null && stored.status !== 'running') return stored;
    const read = readStart(body);
    if (!read.ok) return refused(read.problem);
    const tool = Object.hasOwn(needs.tools, read.start.tool) ? needs.tools[read.start.tool] : undefined;
    if (tool === undefined) return refused(`this runner has no tool ${read.start.tool}`);
    const mayBegin = stored === null || isRepeatable;
    if (mayBegin && live.size > needs.concurrency) return NOT_TAKEN;
    const hasBegun = stored === null ? await store.begin(token) : isRepeatable;
    if (hasBegun) return launch(tool, { token, start: read.start, isRepeatable }, needs);
    await store.end(token, LOST);
    return LOST;
  };

  /** The entry stays if the store could not take the end: that must not turn a success into a lost run. */
  const forgetWhenStored = async (token: string, entry: Promise<Live | RunReply>): Promise<void> => {
    const begun = await entry.catch(() => null);
    const isKnown = begun === null || !('ended' in begun) || (await begun.ended).isStored;
    if (isKnown) live.delete(token);
  };

  const stop = async (token: string, reason: DOMException): Promise<RunReply> => {
    const current = await live.get(token);
    if (current === undefined) return found(token);
    if ('ended' in current) current.controller.abort(reason);
    return stateOf(current, STOP_WAIT_MS);
  };

  return {
    concurrency: needs.concurrency,
    async start(token, body, { waitMs = START_WAIT_MS, isRepeatable = false } = {}) {
      const entry = live.get(token) ?? begin(token, body, isRepeatable);
      if (!live.has(token)) {
        live.set(token, entry);
        void forgetWhenStored(token, entry);
      }
      return stateOf(await entry, waitMs);
    },
    find: found,
    cancel: (token) => stop(token, CANCELLED),
    interrupt: (token) => stop(token, INTERRUPTED),
  };
}

interface Begun {
  readonly token: string;
  readonly start: RunStart;
  readonly isRepeatable: boolean;
}

function launch(tool: Tool, { token, start, isRepeatable }: Begun, { store, onError }: RunsNeeds): Live {
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
      if (isRepeatable && controller.signal.reason === INTERRUPTED && reply.status !== 'succeeded')
        return { reply: NOT_TAKEN, isStored: true };
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

const NOT_TAKEN: NotTaken = { status: 'not_taken', retryAfterSeconds: 5 };
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
