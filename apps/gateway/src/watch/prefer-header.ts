/** `Prefer: wait=n` of RFC 7240: a wish, so that whatever is wrong with it is as if it were not there. */

/** A longer wait would outlast what stands between a client and us. */
const WAIT_SECONDS_MAX = 30;

/** The list's members: a comma in quotes is part of one, and a quote without an end goes on to the end. */
const MEMBER = /(?:"(?:[^"\\]|\\.)*(?:"|$)|[^,"])+/g;
const WAIT = /^\s*wait\s*=\s*(?:(\d{1,9})|"(\d{1,9})")\s*(?:;|$)/i;

/** Seconds, 1 to WAIT_SECONDS_MAX; null where nothing is to be waited for. Of several the first counts. */
export function waitSecondsOf(header: string | undefined): number | null {
  if (header === undefined) return null;
  for (const member of header.match(MEMBER) ?? []) {
    const [, bare, quoted] = WAIT.exec(member) ?? [];
    const seconds = Number(bare ?? quoted ?? NaN);
    if (!Number.isNaN(seconds)) return seconds === 0 ? null : Math.min(seconds, WAIT_SECONDS_MAX);
  }
  return null;
}
