/** The client's time limit. It is a header and not a field, so that it does not decide if two requests are the same. */
import { type Catalog, PIPELINE } from '@farebox/catalog';
import { CANCEL_AFTER, invalidRequest } from '@farebox/contract';

const SECONDS = { '': 1, s: 1, m: 60, h: 3600 } as const;

/** Returns seconds, or null without the header. Throws `invalid_request`. A missing tool is refused later, by the quote. */
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
