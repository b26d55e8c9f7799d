/** Every quote in the client's log, whether it was bought or not. */
import type { Json } from './canonical.ts';
import type { Said } from './evidence.ts';
import { exchangesOf } from './exchanges.ts';
import type { Quoted } from './sold.ts';

export interface Priced {
  readonly tool: string;
  readonly arguments: Json;
  readonly quoted: Quoted | undefined;
}

interface Data {
  readonly priceVersion: string;
  readonly model: string | null;
  readonly minimumChargeMicros: number;
  readonly maximumChargeMicros: number;
  readonly breakdown: readonly {
    readonly unit: string;
    readonly unitPriceMicros: number;
    readonly quantity: number;
    readonly amountMicros: number;
  }[];
}

/** Each quote with the number of its request. */
export const quotesIn = (client: readonly Said[]): [string, Priced][] =>
  exchangesOf(client).flatMap(({ act, request, asked: { sent }, reply: { data } }): [string, Priced][] => {
    if (act !== 'quote' || sent?.tool === undefined || data === undefined) return [];
    const { tool, arguments: input = {} } = sent;
    return [[`request ${request}`, { tool, arguments: input, quoted: quotedIn(data as unknown as Data) }]];
  });

const quotedIn = ({ minimumChargeMicros, maximumChargeMicros, breakdown, ...terms }: Data): Quoted => ({
  ...terms,
  minimumMicros: minimumChargeMicros,
  maximumMicros: maximumChargeMicros,
  lines: breakdown.map((line) => [line.unit, line.unitPriceMicros, line.quantity, line.amountMicros]),
});
