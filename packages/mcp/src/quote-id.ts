/**
 * The id of a quote: what was quoted, bound to what it was quoted for, and drawn anew for each quote. The key of the paid request follows from it alone, so that
 * one quote is paid once however often it is executed, and buying the same thing twice on purpose takes two quotes. Nothing is stored, and nothing is secret:
 * who makes an id up has made a quote up, which the gateway checks like any other.
 */
import { hash, randomBytes } from 'node:crypto';
import { QUOTED_PRICE_VERSION } from '@farebox/contract';

export interface Quoted {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly priceVersion: string;
  /** The quote's maximum. */
  readonly maximumChargeMicros: number;
}

interface ReadId {
  readonly priceVersion: string;
  readonly maximumChargeMicros: number;
  /** Whether the id was given for this tool with these arguments. */
  readonly isFor: (tool: string, args: Quoted['arguments']) => boolean;
}

const NONCE_BYTES = 12;
const DIGEST_CHARACTERS = 32;
const SHAPE = new RegExp(
  `^quo_(?<priceVersion>${QUOTED_PRICE_VERSION})_(?<maximum>\\d{1,16})_(?<nonce>[0-9a-f]{24})_(?<digest>[0-9a-f]{32})$`,
);

export function newQuoteId({ tool, arguments: args, priceVersion, maximumChargeMicros }: Quoted): string {
  const terms = `${priceVersion}_${maximumChargeMicros}_${randomBytes(NONCE_BYTES).toString('hex')}`;
  return `quo_${terms}_${digestOf(terms, tool, args)}`;
}

/** Null: no quote has such an id. */
export function readQuoteId(id: string): ReadId | null {
  const { priceVersion, maximum, nonce, digest } = SHAPE.exec(id)?.groups ?? {};
  if (priceVersion === undefined || !Number.isSafeInteger(Number(maximum))) return null;
  const isFor = (tool: string, args: Quoted['arguments']): boolean =>
    digest === digestOf(`${priceVersion}_${maximum}_${nonce}`, tool, args);
  return { priceVersion, maximumChargeMicros: Number(maximum), isFor };
}

/** Of the paid request. */
export const idempotencyKeyOf = (quoteId: string): string => `mcp_${hash('sha256', quoteId)}`;

const digestOf = (terms: string, tool: string, args: Quoted['arguments']): string =>
  hash('sha256', canonical([terms, tool, args])).slice(0, DIGEST_CHARACTERS);

/** Members sorted: a model writes them in any order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
