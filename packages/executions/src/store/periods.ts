/** Periods that more than one statement takes, as PostgreSQL reads an interval. */
import { LIMITS } from '@tollgate/contract';

/** How long a file may be fetched, from when it was stored. */
export const RETENTION = `${LIMITS.retentionDays} days`;
/** How long whoever wrote a row has for the wake-up that follows it, before the keeper sends one. */
export const NOTIFY_AFTER = '5 seconds';
