/** Parses `Prefer: wait=n` of RFC 7240. It is a preference, so an invalid one is ignored. */

/** A longer wait would exceed the idle timeouts of proxies between client and gateway. */
const WAIT_SECONDS_MAX = 30;

/**
 * Matches a member of the list: a comma in quotes is part of it, and an unclosed quote extends to the end, also after a
 * single backslash. A quote therefore always matches, so no text makes the expression go back.
 */
const MEMBER = /(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|[^,"])+/g;
const WAIT = /^\s*wait\s*=\s*(?:(\d{1,9})|"(\d{1,9})")\s*(?:;|$)/i;

/** Returns seconds, 1 to WAIT_SECONDS_MAX; null for no wait. The first of several counts. */
export function waitSecondsOf(header: string | undefined): number | null {
  if (header === undefined) return null;
  for (const member of header.match(MEMBER) ?? []) {
    const [, bare, quoted] = WAIT.exec(member) ?? [];
    const seconds = Number(bare ?? quoted ?? NaN);
    if (!Number.isNaN(seconds)) return seconds === 0 ? null : Math.min(seconds, WAIT_SECONDS_MAX);
  }
  return null;
}
