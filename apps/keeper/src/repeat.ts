/** Runs the keeper's tasks repeatedly and independently: a failure of one never stops another. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger, Metrics } from '@farebox/telemetry';

export interface Task {
  readonly name:
    | 'sweep'
    | 'overdue'
    | 'told-reviews'
    | 'backlog'
    | 'backups'
    | 'standbys'
    | 'balances'
    | 'circuits'
    | 'retention'
    | 'runner-runs'
    | 'orphans'
    | 'exports'
    | 'ledger-check'
    | 'content'
    | 'deleted-files'
    | 'due-content'
    | 'payments'
    | 'disabled-webhooks'
    | 'webhook-secrets'
    | 'webhooks';
  readonly everyMs: number;
  /** Delay before the first run. */
  readonly delayMs?: number;
  /** Returns the number of things it acted on. */
  readonly run: () => Promise<number>;
}

export interface RepeatOptions {
  readonly signal: AbortSignal;
  readonly logger: Pick<Logger, 'warn'>;
  readonly metrics: Pick<Metrics, 'sweeps' | 'swept'>;
}

/** Resolves once `signal` has fired and a run in progress has ended. */
export async function repeat({ name, everyMs, delayMs = 0, run }: Task, options: RepeatOptions): Promise<void> {
  const { signal } = options;
  await pause(delayMs, signal);
  while (!signal.aborted) {
    await runOnce(name, run, options);
    await pause(jittered(everyMs), signal);
  }
}

async function runOnce(task: Task['name'], run: Task['run'], { logger, metrics }: RepeatOptions): Promise<void> {
  try {
    const count = await run();
    metrics.sweeps.inc({ task, outcome: 'succeeded' });
    metrics.swept.inc({ task }, count);
  } catch (error) {
    metrics.sweeps.inc({ task, outcome: 'failed' });
    logger.warn({ task, err: error }, 'a task of the keeper failed and will be repeated');
  }
}

/** Makes keepers that were started together drift apart. */
const jittered = (ms: number): number => ms * (0.9 + Math.random() * 0.2);

const pause = (ms: number, signal: AbortSignal): Promise<unknown> => sleep(ms, undefined, { signal }).catch(() => {});
