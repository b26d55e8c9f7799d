/**
 * What a session may spend, counted where a model cannot reach it. The maximum of each quote is set aside before it is sent, and becomes the charge once that is
 * known; what nobody knows the end of counts in full.
 */
export interface SpendLimit {
  /** Before each sending. False: it would exceed the limit, and nothing is set aside. A quote is counted once. */
  readonly reserve: (quoteId: string, maximumMicros: number) => boolean;
  /** A sending was refused. What another sending of the quote may have come to stays set aside. */
  readonly refused: (quoteId: string) => void;
  /** It was accepted, or may have been. */
  readonly keep: (quoteId: string, executionId: string | null) => void;
  /** Of an execution that has ended; of another session's nothing is counted. */
  readonly settled: (executionId: string, chargedMicros: number) => void;
  readonly remainingMicros: () => number;
}

interface Entry {
  micros: number;
  /** Without an answer so far. */
  sendings: number;
  isKept: boolean;
}

export function createSpendLimit(limitMicros: number): SpendLimit {
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
      if (maximumMicros > remaining()) return false;
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
