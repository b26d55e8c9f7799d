/** After the faults: every execution must come to its end, or under review, within a bounded time. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { recoverAll } from '../faults/faults.ts';
import type { System } from '../system/system.ts';

/** The clients may still send what has no definite answer, for this long after the last fault. */
export const RESEND_MS = 30_000;

const SETTLE_MS_MAX = 60_000;
const METRICS_MS_MAX = 30_000;
const POLL_MS = 250;
const PROGRESS_POLLS = 20;
const OPEN = `SELECT count(*)::integer AS open FROM execution WHERE status IN ('queued', 'running')`;

interface Settling {
  readonly timeoutMs?: number;
  /** Told now and then how many are open. */
  readonly print?: (line: string) => void;
}

/** How long it took, or null when some are still open. */
export async function untilSettled({ sql }: Pick<System, 'sql'>, settling: Settling = {}): Promise<number | null> {
  const { timeoutMs = SETTLE_MS_MAX, print = () => {} } = settling;
  const startMs = performance.now();
  for (let poll = 1; performance.now() - startMs < timeoutMs; poll++) {
    const { rows } = await sql.query<{ open: number }>(OPEN);
    if (rows[0]?.open === 0) return performance.now() - startMs;
    if (poll % PROGRESS_POLLS === 0) print(`  ${rows[0]?.open} are open`);
    await pause(POLL_MS);
  }
  return null;
}

/** The books stand still while they are read: what goes on under review must not change them. Metrics are kept for the checker. */
export async function quiesce({ apps, servers }: Pick<System, 'apps' | 'servers'>): Promise<void> {
  for (const { process, metricsUrl } of apps) {
    const reply = await fetch(metricsUrl, { signal: AbortSignal.timeout(METRICS_MS_MAX) }).catch(() => null);
    if (reply !== null) writeFileSync(join(servers.logs, `${process.name}.metrics.log`), await reply.text());
  }
  await Promise.all(apps.filter(({ app }) => app !== 'gateway').map(({ process }) => process.kill()));
}

interface Ending {
  readonly system: System;
  /** The customers, who send nothing new any more. */
  readonly work: Promise<unknown>;
  /** Of what they send again. */
  readonly resending: AbortController;
  readonly diary: { readonly close: () => void };
}

/** When everything was recovered, and how long after it every execution had ended. */
export async function recoverAndSettle({
  system,
  work,
  resending,
  diary,
}: Ending): Promise<{ readonly recoveredAt: Date; readonly settledAfterMs: number | null }> {
  await recoverAll(system);
  const recoveredAt = new Date();
  const deadline = setTimeout(() => resending.abort(), RESEND_MS);
  await work;
  clearTimeout(deadline);
  diary.close();
  const settledAfterMs = await untilSettled(system);
  await quiesce(system);
  return { recoveredAt, settledAfterMs };
}
