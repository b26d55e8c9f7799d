/**
 * The id of a quote: the quoted terms and a random nonce, bound to the tool and the arguments by a digest. The idempotency key of the paid request
 * derives from the id alone, so a quote is paid once however often it is executed, and buying the same thing twice takes two quotes. Nothing is
 * stored and nothing is secret: a forged id is a forged quote, which the gateway checks like any other.
 */
import { hash, randomBytes } from 'node:crypto';
import { QUOTED_PRICE_VERSION } from '@farebox/contract';

export interface Quoted {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly priceVersion: string;
  /** The maximum charge of the quote. */
  readonly maximumChargeMicros: number;
}

export interface ReadId {
  readonly priceVersion: string;
  readonly maximumChargeMicros: number;
  /** Whether the id was issued for this tool with these arguments. */
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

/** Returns null if the text is not a quote id. */
export function readQuoteId(id: string): ReadId | null {
  const { priceVersion, maximum, nonce, digest } = SHAPE.exec(id)?.groups ?? {};
  if (priceVersion === undefined || !Number.isSafeInteger(Number(maximum))) return null;
  const isFor = (tool: string, args: Quoted['arguments']): boolean =>
    digest === digestOf(`${priceVersion}_${maximum}_${nonce}`, tool, args);
  return { priceVersion, maximumChargeMicros: Number(maximum), isFor };
}

/** The idempotency key of the paid request. */
export const idempotencyKeyOf = (quoteId: string): string => `mcp_${hash('sha256', quoteId)}`;

const digestOf = (terms: string, tool: string, args: Quoted['arguments']): string =>
  hash('sha256', canonical([terms, tool, args])).slice(0, DIGEST_CHARACTERS);

/** Sorts the members, because a model may write them in any order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
