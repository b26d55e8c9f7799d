/** For tests: a pull runner of one tool at a test door. */
import { vi } from 'vitest';
import type { Run, Tool } from '../run.ts';
import { pull, type PullOptions } from '../pull/pull.ts';
import { createRunner, type RunnerOptions } from '../runner.ts';
import type { RunStore } from '../store.ts';
import { KEY, type TestDoor } from './door.ts';

export interface Pulling extends AsyncDisposable {
  readonly stop: () => Promise<void>;
  readonly errors: string[];
}

export function pulling(
  door: TestDoor,
  tool: Tool,
  { store, ...options }: Partial<PullOptions> & { readonly store?: RunStore } = {},
): Pulling {
  const errors: string[] = [];
  const onError: RunnerOptions['onError'] = (error) => void errors.push(String(error));
  const runner = createRunner({ tools: { 'acme-tool': tool }, onError, ...(store === undefined ? {} : { store }) });
  const controller = new AbortController();
  const ended = pull(runner, {
    url: door.url,
    key: KEY,
    concurrency: 1,
    graceMs: 0,
    signal: controller.signal,
    ...options,
  });
  const stop = async (): Promise<void> => {
    controller.abort();
    await ended;
  };
  return { stop, errors, [Symbol.asyncDispose]: stop };
}

/** A tool that ends when it is told to, or when its signal aborts. */
export function held() {
  const [begun, gate] = [Promise.withResolvers<Run>(), Promise.withResolvers<void>()];
  const tool = vi.fn<Tool>(async (run) => {
    begun.resolve(run);
    await Promise.race([gate.promise, new Promise((_, reject) => run.signal.addEventListener('abort', reject))]);
    return { units: 1 };
  });
  return { tool, begun: begun.promise, end: gate.resolve };
}

export const statusesOf = ({
  reports,
}: {
  readonly reports: readonly { readonly reply: { readonly status: string } }[];
}) => reports.map(({ reply }) => reply.status);
