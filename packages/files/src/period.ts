/** The retention period, as PostgreSQL reads an interval. */
import { LIMITS } from '@farebox/contract';

/** How long a file may be fetched, from when it was stored. */
export const RETENTION = `${LIMITS.retentionDays} days`;
