/** Work whose paid call is sent while no standby hears of it, though it was accepted before: what an asynchronous failover makes dangerous. */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Kind } from '../load/kinds.ts';

const POLL_MS = 100;
const WAIT_MS_MAX = 15_000;
const OWN_MS = 4000;
const CALL_MS = 3000;

/** Our own step first, which lasts; then a call that its provider does not know again. */
export const HANDED_OVER: Kind = {
  name: 'a picture after work of our own',
  weight: 120,
  tools: ['pipeline', 'rehearsal', 'image-generate'],
  make: () => ({
    tool: 'pipeline',
    arguments: {
      steps: [
        { tool: 'rehearsal', arguments: { durationMs: OWN_MS } },
        { tool: 'image-generate', arguments: { prompt: `#sim:slow(${CALL_MS}) a lighthouse`, size: '512x512' } },
      ],
    },
  }),
};

const MOMENT = 'SELECT clock_timestamp() AS moment';
/** Accepted before, sent since. By the suite's own diary. */
const SENT_SINCE = `
  SELECT count(DISTINCT execution_id)::integer AS sent FROM chaos.history
  WHERE kind = 'step' AND new_status = 'dispatching' AND at > $1
    AND execution_id IN (SELECT execution_id FROM chaos.history WHERE kind = 'execution' AND old_status IS NULL AND at < $1)`;

/** Starts now. Resolves when so many intents are on record that nobody but the primary knows of. */
export async function untilSent(sql: pg.Pool, calls: number): Promise<void> {
  const { rows } = await sql.query<{ moment: Date }>(MOMENT);
  const deadline = performance.now() + WAIT_MS_MAX;
  for (let sent = 0; sent < calls && performance.now() < deadline; await pause(POLL_MS))
    sent = (await sql.query<{ sent: number }>(SENT_SINCE, [rows[0]?.moment])).rows[0]?.sent ?? 0;
}
