/**
 * The budget of a session, counted out of reach of the model. The maximum charge of each quote is reserved before the request is sent, and replaced
 * by the real charge once that is known. A request with an unknown outcome counts in full.
 */
export interface SpendLimit {
  /** Call before each send. False: the quote would exceed the limit, and nothing is reserved. A quote is counted once. */
  readonly reserve: (quoteId: string, maximumMicros: number) => boolean;
  /** The request was refused. A reservation stays if another send of the same quote is open or may have succeeded. */
  readonly refused: (quoteId: string) => void;
  /** The request was accepted, or may have been. */
  readonly keep: (quoteId: string, executionId: string | null) => void;
  /** The execution has ended. Executions of other sessions are ignored. */
  readonly settled: (executionId: string, chargedMicros: number) => void;
  readonly remainingMicros: () => number;
}

interface Entry {
  micros: number;
  /** The number of sends without a response so far. */
  sendings: number;
  isKept: boolean;
}

/** Throws a RangeError if the limit is no amount: comparing with NaN is always false, so it would limit nothing. */
export function createSpendLimit(limitMicros: number): SpendLimit {
  if (!Number.isSafeInteger(limitMicros) || limitMicros < 0)
    throw new RangeError(`a spending limit is a whole number of micros, 0 or more: ${String(limitMicros)}`);
  const entries = new Map<string, Entry>();
  const quoteOf = new Map<string, string>();
  const remaining = (): number => [...entries.values()].reduce((left, { micros }) => left - micros, limitMicros);
  return {
    reserve(quoteId, maximumMicros) {
      const entry = entries.get(quoteId);
      if (entry !== undefined) {
        entry.sendings += 1;
        return true;
      }
      if (!(maximumMicros <= remaining())) return false;
      entries.set(quoteId, { micros: maximumMicros, sendings: 1, isKept: false });
      return true;
    },
    refused(quoteId) {
      const entry = entries.get(quoteId);
      if (entry === undefined) return;
      entry.sendings -= 1;
      if (entry.sendings === 0 && !entry.isKept) entries.delete(quoteId);
    },
    keep(quoteId, executionId) {
      const entry = entries.get(quoteId);
      if (entry === undefined) return;
      entry.sendings -= 1;
      entry.isKept = true;
      if (executionId !== null) quoteOf.set(executionId, quoteId);
    },
    settled(executionId, chargedMicros) {
      const entry = entries.get(quoteOf.get(executionId) ?? '');
      if (entry !== undefined) entry.micros = chargedMicros;
    },
    remainingMicros: remaining,
  };
}
