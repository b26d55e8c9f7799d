/** How long a response asks to be left alone: `Retry-After` in seconds or as a date, as HTTP has both. */

/** Longer than a day no timer is set, and none that is longer than 24 days would wait at all. */
const LONGEST_MS = 24 * 60 * 60 * 1000;

/** In milliseconds; 0 where it asks for nothing that can be read. A date counts from the response's own, so that no clock of this machine matters. */
export function retryAfterMs(headers: Headers): number {
  const asked = headers.get('Retry-After')?.trim() ?? '';
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - nowOf(headers);
  return ms > 0 ? Math.min(ms, LONGEST_MS) : 0;
}

function nowOf(headers: Headers): number {
  const told = Date.parse(headers.get('Date') ?? '');
  return Number.isNaN(told) ? Date.now() : told;
}
