/** A period that more than one statement takes, as PostgreSQL reads an interval. */

/** How long whoever wrote a row has for the wake-up that follows it, before the keeper sends one. */
export const NOTIFY_AFTER = '5 seconds';
