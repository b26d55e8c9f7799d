/** After the faults, every execution must end or go under review within a bounded time. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { recoverAll } from '../faults/faults.ts';
import type { System } from '../system/system.ts';

/**
 * For so long after the last fault, clients may resend requests without a definite response. In time that the machine gave, like
 * every limit here.
 */
const RESEND_MS = 30_000;
const SETTLE_MS_MAX = 60_000;
const METRICS_MS_MAX = 30_000;
const POLL_MS = 250;
const PROGRESS_POLLS = 20;
const OPEN = `SELECT count(*)::integer AS open FROM execution WHERE status IN ('queued', 'running')`;

interface Settling {
  readonly timeoutMs?: number;
  /** Gets a line from time to time with the number of open executions. */
  readonly print?: (line: string) => void;
}

/** Milliseconds until all had ended, or null when some are still open. */
export async function untilSettled(
  { sql, machine }: Pick<System, 'sql' | 'machine'>,
  settling: Settling = {},
): Promise<number | null> {
  const { timeoutMs = SETTLE_MS_MAX, print = () => {} } = settling;
  const fromMs = Date.now();
  for (let poll = 1; machine.grantedMs(fromMs) < timeoutMs; poll++) {
    const { rows } = await sql.query<{ open: number }>(OPEN);
    if (rows[0]?.open === 0) return machine.grantedMs(fromMs);
    if (poll % PROGRESS_POLLS === 0) print(`  ${rows[0]?.open} are open`);
    await pause(POLL_MS);
  }
  return null;
}

const OVERDUE = `SELECT count(*)::integer AS open FROM execution WHERE status = 'needs_review' AND resolve_by < now()`;

/**
 * The suite's reviews ask their providers once a second of the clock. On a machine that gives less than half of the time, this
 * alone delays a keeper, so the suite waits for reviews past their `resolveBy` as long as their number falls. On other machines
 * it does not wait: the checker has its limit.
 */
export async function untilResolved(
  { sql, machine }: Pick<System, 'sql' | 'machine'>,
  recoveredAt: Date,
): Promise<void> {
  let [fewest, sinceMs] = [Infinity, Date.now()];
  while (machine.isBusy(recoveredAt.getTime()) && machine.grantedMs(sinceMs) < SETTLE_MS_MAX) {
    const { rows } = await sql.query<{ open: number }>(OVERDUE);
    const open = rows[0]?.open ?? 0;
    if (open === 0) return;
    if (open < fewest) [fewest, sinceMs] = [open, Date.now()];
    await pause(POLL_MS);
  }
}

/** Stops keepers and workers, so that reviews change nothing while the tables are read. Keeps metrics for the checker. */
export async function quiesce({ apps, servers }: Pick<System, 'apps' | 'servers'>): Promise<void> {
  for (const { process, metricsUrl } of apps) {
    const reply = await fetch(metricsUrl, { signal: AbortSignal.timeout(METRICS_MS_MAX) }).catch(() => null);
    if (reply !== null) writeFileSync(join(servers.logs, `${process.name}.metrics.log`), await reply.text());
  }
  await Promise.all(apps.filter(({ app }) => app !== 'gateway').map(({ process }) => process.kill()));
}

interface Sending {
  readonly work: Promise<unknown>;
  /** Aborted when nothing may be sent again. */
  readonly resending: AbortController;
  readonly ms?: number;
}

/** Resolves when no request is sent any more. */
export async function finishSending(
  { machine }: Pick<System, 'machine'>,
  { work, resending, ms = RESEND_MS }: Sending,
): Promise<void> {
  const over = new AbortController();
  void machine.given(ms, over.signal).then(() => resending.abort());
  await work.finally(() => over.abort());
}

interface Ending {
  readonly system: System;
  /** The customers, who send no new requests. */
  readonly work: Promise<unknown>;
  /** Ends their resends. */
  readonly resending: AbortController;
  readonly diary: { readonly close: () => void };
}

/** Resolves with the time at which everything had recovered, and the time until every execution had ended. */
export async function recoverAndSettle({
  system,
  work,
  resending,
  diary,
}: Ending): Promise<{ readonly recoveredAt: Date; readonly settledAfterMs: number | null }> {
  await recoverAll(system);
  const recoveredAt = new Date();
  await finishSending(system, { work, resending });
  diary.close();
  const settledAfterMs = await untilSettled(system);
  await untilResolved(system, recoveredAt);
  await quiesce(system);
  return { recoveredAt, settledAfterMs };
}
