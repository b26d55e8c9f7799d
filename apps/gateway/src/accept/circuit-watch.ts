/**
 * Decides if the circuit of an external service is open. A value read less than a second ago is reused. If circuits cannot
 * be read they count as closed, because the worker checks again before each provider call.
 */
import type { Circuits } from '@farebox/providers';
import { type Clock, within } from '@farebox/kernel';

export interface CircuitWatch {
  /**
   * Resolves to true if for one of the provider calls every possible entry has an open circuit. Makes no query for an empty
   * list. Never rejects.
   */
  readonly anyOpen: (providers: readonly (readonly string[])[]) => Promise<boolean>;
}

const FRESH_MS = 1_000;
const RESPONSE_MS = 1_000;

export function createCircuitWatch(circuits: Pick<Circuits, 'open'>, clock: Clock): CircuitWatch {
  let known: { readonly sinceMs: number; readonly open: Promise<ReadonlySet<string>> } | undefined;
  const open = (): Promise<ReadonlySet<string>> => {
    const nowMs = clock.monotonicMs();
    if (known === undefined || nowMs - known.sinceMs >= FRESH_MS) {
      known = { sinceMs: nowMs, open: within(RESPONSE_MS, 'read circuits', circuits.open()).catch(allClosed) };
    }
    return known.open;
  };
  return {
    anyOpen: async (providers) => {
      if (providers.length === 0) return false;
      const found = await open();
      return providers.some((entries) => entries.every((entry) => found.has(entry)));
    },
  };
}

const allClosed = (): ReadonlySet<string> => new Set();
