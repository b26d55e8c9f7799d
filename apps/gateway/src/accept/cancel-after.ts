/** The client's own time limit. A header and not a field, so it takes no part in what makes two requests the same. */
import { type Catalog, PIPELINE } from '@farebox/catalog';
import { CANCEL_AFTER, invalidRequest } from '@farebox/contract';

const SECONDS = { '': 1, s: 1, m: 60, h: 3600 } as const;

/** Seconds, or null without one. Throws `invalid_request`. A tool that does not exist is refused by whoever looks for it. */
export function cancelAfterOf(
  header: string | undefined,
  tool: string,
  { tools }: Pick<Catalog, 'tools'>,
): number | null {
  if (header === undefined) return null;
  const [, number, unit] = CANCEL_AFTER.exec(header) ?? [];
  if (number === undefined) throw refused('must be a number of seconds, or a number with s, m or h');
  const seconds = Number(number) * SECONDS[unit as keyof typeof SECONDS];
  const { maxRuntimeSeconds = seconds } = tools.find(({ name }) => name === runningAs(tool)) ?? {};
  if (seconds > maxRuntimeSeconds) throw refused(`must be at most ${maxRuntimeSeconds} seconds, as the tool may run`);
  return seconds;
}

/** A template may run for as long as a pipeline. */
const runningAs = (tool: string): string => (tool.startsWith('@') ? PIPELINE : tool);

const refused = (reason: string) => invalidRequest({ 'header:Cancel-After': reason });
