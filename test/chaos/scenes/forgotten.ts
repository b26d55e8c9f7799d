/** Executions that were accepted earlier and whose provider call is sent while no standby gets it: the danger of an asynchronous failover. */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Kind } from '../load/kinds.ts';

const POLL_MS = 100;
const WAIT_MS_MAX = 15_000;
const OWN_MS = 4000;
const CALL_MS = 3000;

/** First a long step of our own, then a call that its provider cannot look up. */
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
/** Accepted before, sent since then, by the suite's own history. */
const SENT_SINCE = `
  SELECT count(DISTINCT execution_id)::integer AS sent FROM chaos.history
  WHERE kind = 'step' AND new_status = 'dispatching' AND at > $1
    AND execution_id IN (SELECT execution_id FROM chaos.history WHERE kind = 'execution' AND old_status IS NULL AND at < $1)`;

/** Resolves when, from now on, `calls` intents were recorded that only the primary knows. */
export async function untilSent(sql: pg.Pool, calls: number): Promise<void> {
  const { rows } = await sql.query<{ moment: Date }>(MOMENT);
  const deadline = performance.now() + WAIT_MS_MAX;
  for (let sent = 0; sent < calls && performance.now() < deadline; await pause(POLL_MS))
    sent = (await sql.query<{ sent: number }>(SENT_SINCE, [rows[0]?.moment])).rows[0]?.sent ?? 0;
}
