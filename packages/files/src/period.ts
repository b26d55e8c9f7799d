/** The retention period as a PostgreSQL interval. */
import { LIMITS } from '@farebox/contract';

/** How long a file may be fetched after it was stored. */
export const RETENTION = `${LIMITS.retentionDays} days`;
