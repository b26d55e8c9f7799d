/** Converts instants between the database (columns or JSON) and the wire format. */

export type Instant = Date | string;

/** An instant in UTC as PostgreSQL writes it into JSON, without trailing zeros. */
const JSON_INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00:00$/;

/** RFC 3339 in UTC, to the millisecond. */
export function timestamp(at: Instant): string {
  if (typeof at !== 'string') return isoOf(at);
  const utc = JSON_INSTANT.exec(at);
  return utc === null ? new Date(at).toISOString() : `${utc[1]}.${(utc[2] ?? '').padEnd(3, '0')}Z`;
}

/** Executions that one query accepted have the same instant. Formatting it costs as much as the rest of their row. */
let latest = { ms: NaN, iso: '' };

function isoOf(at: Date): string {
  const ms = at.getTime();
  if (ms !== latest.ms) latest = { ms, iso: at.toISOString() };
  return latest.iso;
}
