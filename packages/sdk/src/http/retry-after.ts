/** Reads `Retry-After`, in seconds or as an HTTP date. */

/** A timer above 24.8 days would fire at once, so waits are limited to one day. */
const LONGEST_MS = 24 * 60 * 60 * 1000;

/** In milliseconds; 0 if the header is missing or invalid. A date is compared with the `Date` of the response, so the local clock does not matter. */
export function retryAfterMs(headers: Headers): number {
  const asked = headers.get('Retry-After')?.trim() ?? '';
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - nowOf(headers);
  return ms > 0 ? Math.min(ms, LONGEST_MS) : 0;
}

function nowOf(headers: Headers): number {
  const told = Date.parse(headers.get('Date') ?? '');
  return Number.isNaN(told) ? Date.now() : told;
}
