/** A quote as the client understands it, and the paid request that the client makes from it. */
import type { Request } from './kinds.ts';

export interface Quoted {
  readonly priceVersion: string;
  /** Model of the tool; for a template its version. */
  readonly model: string | null;
  readonly minimumMicros: number;
  readonly maximumMicros: number;
  /** One line for each step, in order; then possibly a line that raises the sum to the minimum. */
  readonly lines: readonly (readonly [unit: string, unitPriceMicros: number, quantity: number, amountMicros: number])[];
  /** For a batch: the client's own quote of each item, and the amounts that the quote of the batch names for it. */
  readonly items?: readonly Quoted[];
  readonly amounts?: readonly ItemAmounts[];
}

export interface ItemAmounts {
  readonly model: string | null;
  readonly minimumChargeMicros: number;
  readonly maximumChargeMicros: number;
}

export interface Offer {
  readonly body: string;
  readonly quoted: Quoted;
  readonly ceilingMicros: number;
}

interface Reply {
  readonly model: string | null;
  readonly priceVersion: string;
  readonly minimumChargeMicros: number;
  readonly maximumChargeMicros: number;
  readonly breakdown: readonly {
    readonly unit: string;
    readonly unitPriceMicros: number;
    readonly quantity: number;
    readonly amountMicros: number;
  }[];
}

/** @param text response to the request for a quote. */
export function offerOf(request: Request, text: string): Offer {
  const { data } = JSON.parse(text) as { data: Reply };
  const { model, priceVersion, minimumChargeMicros, maximumChargeMicros, breakdown } = data;
  const lines = breakdown.map(
    ({ unit, unitPriceMicros, quantity, amountMicros }) => [unit, unitPriceMicros, quantity, amountMicros] as const,
  );
  return {
    body: JSON.stringify({ ...request, priceVersion, maximumChargeMicros }),
    quoted: { priceVersion, model, minimumMicros: minimumChargeMicros, maximumMicros: maximumChargeMicros, lines },
    ceilingMicros: maximumChargeMicros,
  };
}
