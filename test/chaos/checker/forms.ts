/** Documented forms of keys, ids and versions. */
import { sha256Of } from './canonical.ts';

/** The idempotency key of an execution that an agent bought. */
export const agentKeyOf = (quoteId: string): string => `mcp_${sha256Of(quoteId)}`;

const QUOTE = /^quo_(?<priceVersion>[0-9]{4}-[0-9]{2}-[0-9]{2}\.[0-9a-f]{8}(?:\.\d+)?)_(?<maximum>\d+)_/;

/** The version and the maximum that the id of an agent's quote names. */
export function quotedIn(
  quoteId: string,
): { readonly priceVersion: string; readonly maximumChargeMicros: number } | null {
  const { priceVersion, maximum } = QUOTE.exec(quoteId)?.groups ?? {};
  return priceVersion === undefined ? null : { priceVersion, maximumChargeMicros: Number(maximum) };
}

export const isTemplate = (tool: string): boolean => tool.startsWith('@');

/** `@name:2` asks for version 2 of `@name`; the execution has the name alone. */
export const nameOf = (tool: string): string => (isTemplate(tool) ? (tool.split(':')[0] ?? tool) : tool);
export const askedVersion = (tool: string): string | null => (isTemplate(tool) ? (tool.split(':')[1] ?? null) : null);

/** The version of the price table; the quote of a template adds the template's own version. */
export const tableVersionOf = (priceVersion: string): string => priceVersion.split('.').slice(0, 2).join('.');
