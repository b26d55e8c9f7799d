/** Measures how old the newest backup is, and whether PostgreSQL can archive its WAL. With several keepers use the maximum. */
import { type Database, readBackups } from '@farebox/db';
import type { Metrics } from '@farebox/telemetry';

/** Returns 0, because it only measures. */
export async function measureBackups(
  database: Database,
  metrics: Pick<Metrics, 'backupAge' | 'walArchiveFailing'>,
): Promise<number> {
  const { ageSeconds, isArchiveFailing } = await readBackups(database);
  metrics.backupAge.set(ageSeconds);
  metrics.walArchiveFailing.set(isArchiveFailing ? 1 : 0);
  return 0;
}
