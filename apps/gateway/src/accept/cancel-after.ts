/** The client's time limit. It is a header and not a field, so that it does not decide if two requests are the same. */
import { type Catalog, PIPELINE } from '@farebox/catalog';
import { CANCEL_AFTER, invalidRequest } from '@farebox/contract';

const SECONDS = { '': 1, s: 1, m: 60, h: 3600 } as const;

/** Returns seconds, or null without the header. Throws `invalid_request`. */
export function cancelAfterOf(header: string | undefined): number | null {
  if (header === undefined) return null;
  const [, number, unit] = CANCEL_AFTER.exec(header) ?? [];
  if (number === undefined) throw refused('must be a number of seconds, or a number with s, m or h');
  return Number(number) * SECONDS[unit as keyof typeof SECONDS];
}

/**
 * Throws `invalid_request` for more than the tool may run. A replay does not come here: the limit of an own tool changes with its
 * versions, and a request that was accepted stays the same.
 */
export function checkCancelAfter(seconds: number | null, tool: string, { tools }: Pick<Catalog, 'tools'>): void {
  const { maxRuntimeSeconds = Infinity } = tools.find(({ name }) => name === runningAs(tool)) ?? {};
  if (seconds !== null && seconds > maxRuntimeSeconds)
    throw refused(`must be at most ${maxRuntimeSeconds} seconds, as the tool may run`);
}

/** A template may run for as long as a pipeline. */
const runningAs = (tool: string): string => (tool.startsWith('@') ? PIPELINE : tool);

const refused = (reason: string) => invalidRequest({ 'header:Cancel-After': reason });
