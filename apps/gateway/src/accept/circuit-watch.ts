/**
 * Whether an external service is to be left alone now. What was read less than a second ago is good enough, and who cannot
 * read it goes on: the worker looks again before it calls anybody.
 */
import type { Circuits } from '@farebox/providers';
import { type Clock, within } from '@farebox/kernel';

export interface CircuitWatch {
  /** Whether a call has nobody: all of its entries are to be left alone. Asks nobody where there is nothing to ask about. Never rejects. */
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
