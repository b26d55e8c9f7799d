/** An instant as a column or JSON of the database gives it, and as the wire shows it. */

export type Instant = Date | string;

/** As PostgreSQL writes an instant of the UTC time zone into JSON, without the zeros at its end. */
const JSON_INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00:00$/;

/** RFC 3339 in UTC, to the millisecond. */
export function timestamp(at: Instant): string {
  if (typeof at !== 'string') return isoOf(at);
  const utc = JSON_INSTANT.exec(at);
  return utc === null ? new Date(at).toISOString() : `${utc[1]}.${(utc[2] ?? '').padEnd(3, '0')}Z`;
}

/** Executions that one call accepted have one moment in common, and writing it costs as much as their whole plan. */
let latest = { ms: NaN, iso: '' };

function isoOf(at: Date): string {
  const ms = at.getTime();
  if (ms !== latest.ms) latest = { ms, iso: at.toISOString() };
  return latest.iso;
}
