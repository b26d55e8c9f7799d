/** Counts open executions while customers send, so that a slow machine does not begin more than can end after the faults. */
import { setTimeout as pause } from 'node:timers/promises';
import { LASTING_MS } from '../load/kinds.ts';
import type { System } from '../system/system.ts';

export interface Backlog {
  /** Executions that have not ended. */
  open: number;
  /** The part of them that lasts. */
  lasting: number;
}

const COUNT_MS = 500;
const COUNTS = `SELECT count(*)::integer AS open,
    (count(*) FILTER (WHERE plan -> 0 -> 'parameters' ->> 'durationMs' = $1))::integer AS lasting
  FROM execution WHERE status IN ('queued', 'running')`;

/** The result is kept up to date until the signal. */
export function watchBacklog({ sql }: Pick<System, 'sql'>, until: AbortSignal): Readonly<Backlog> {
  const backlog = { open: 0, lasting: 0 };
  void (async () => {
    while (!until.aborted) {
      const { rows } = await sql.query<Backlog>(COUNTS, [String(LASTING_MS)]).catch(() => ({ rows: [] }));
      Object.assign(backlog, rows[0]);
      await pause(COUNT_MS);
    }
  })();
  return backlog;
}
