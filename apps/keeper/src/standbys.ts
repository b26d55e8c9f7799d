/** Reports standbys that a failover could promote without the last confirmed commits. With several keepers use the maximum. */
import { ASYNCHRONOUS_ADVICE, type Database, readReplication, standbysAtRisk } from '@farebox/db';
import type { Logger, Metrics } from '@farebox/telemetry';

interface Reporting {
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly metrics: Pick<Metrics, 'standbysAtRisk'>;
  /** The operator accepts the loss: nothing is reported. */
  readonly allowAsyncReplica: boolean;
}

/** Each call measures once and returns 0, because it only measures. Only a change is logged. */
export function measureStandbys(
  database: Database,
  { logger, metrics, allowAsyncReplica }: Reporting,
): () => Promise<number> {
  let last = 0;
  return async () => {
    const standbys = allowAsyncReplica ? 0 : standbysAtRisk(await readReplication(database));
    metrics.standbysAtRisk.set(standbys);
    if (standbys > 0 && last === 0)
      logger.warn(
        { standbys, advice: ASYNCHRONOUS_ADVICE },
        'PostgreSQL waits for none of its standbys: a failover would lose confirmed requests and settlements',
      );
    if (standbys === 0 && last > 0) logger.info('no failover of PostgreSQL would lose confirmed commits any more');
    last = standbys;
    return 0;
  };
}
