/** A quote as the client understands it, and the paid request that it makes of it. */
import type { Request } from './kinds.ts';

export interface Quoted {
  readonly priceVersion: string;
  readonly minimumMicros: number;
  readonly maximumMicros: number;
  /** One for each step, in their order; then perhaps what lifts it to the minimum. */
  readonly lines: readonly (readonly [unit: string, unitPriceMicros: number, quantity: number])[];
}

export interface Offer {
  readonly body: string;
  readonly quoted: Quoted;
  readonly ceilingMicros: number;
}

interface Reply {
  readonly priceVersion: string;
  readonly minimumChargeMicros: number;
  readonly maximumChargeMicros: number;
  readonly breakdown: readonly { readonly unit: string; readonly unitPriceMicros: number; readonly quantity: number }[];
}

/** @param text the response to the request for a quote. */
export function offerOf(request: Request, text: string): Offer {
  const { data } = JSON.parse(text) as { data: Reply };
  const { priceVersion, minimumChargeMicros, maximumChargeMicros, breakdown } = data;
  const lines = breakdown.map(({ unit, unitPriceMicros, quantity }) => [unit, unitPriceMicros, quantity] as const);
  return {
    body: JSON.stringify({ ...request, priceVersion, maximumChargeMicros }),
    quoted: { priceVersion, minimumMicros: minimumChargeMicros, maximumMicros: maximumChargeMicros, lines },
    ceilingMicros: maximumChargeMicros,
  };
}
