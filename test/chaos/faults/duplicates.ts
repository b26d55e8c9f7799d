/** Sends unrequested wake-ups: for executions of every engine, twice, whether they have ended or not. */
import { createRedisQueue } from '@farebox/queue';
import type { System } from '../system/system.ts';

const WAKE_UPS = 40;
const SILENT = { warn: () => {} };

interface Delivered {
  readonly system: System;
  /** By id, oldest first. */
  readonly accepted: ReadonlyMap<string, unknown>;
}

export async function deliverAgain({ system, accepted }: Delivered): Promise<void> {
  const { rows } = await system.sql.query<{ projectId: string; executionId: string }>(
    'SELECT project_id AS "projectId", id AS "executionId" FROM execution WHERE id = ANY ($1)',
    [[...accepted.keys()].slice(-WAKE_UPS)],
  );
  const queue = createRedisQueue({ url: `redis://127.0.0.1:${system.servers.redis.port}`, logger: SILENT });
  try {
    for (const engine of ['image', 'av', 'provider'] as const) {
      for (const epoch of [0, 1]) {
        const wakeUps = rows.map((row) => ({ ...row, epoch }));
        await queue.notify(engine, wakeUps);
      }
    }
  } finally {
    await queue.close();
  }
}
