/**
 * The journal of one step in memory, with the rules of the one in PostgreSQL: each run continues from the state of the
 * last.
 */
import { type Micros, micros } from '@farebox/kernel';
import type { ExternalStep, OutsideFiles } from '@farebox/worker';

export interface MemoryJournal {
  phase: ExternalStep['found']['phase'];
  provider: string | null;
  ref: string | null;
  inReview: boolean;
  /** The client cancelled, and the database knows. */
  cancelRequested: boolean;
  dispatchedMs: number | null;
  readonly writes: string[];
  /** Runs when an intent is committed. */
  onDispatch: () => void;
  readonly open: () => ExternalStep;
}

export const EXPOSURE: Micros = micros(500_000n);

/** A step without files for programs outside. */
const NO_FILES: OutsideFiles = {
  inputs: {},
  hasUrls: false,
  urlOf: () => '',
  putUrlOf: () => '',
  take: () => Promise.resolve('absent'),
};

/** @param inputs facts of the input files. */
export function createJournal(token: string, inputs: OutsideFiles['inputs'] = {}): MemoryJournal {
  const journal: MemoryJournal = {
    phase: 'pending',
    provider: null,
    ref: null,
    inReview: false,
    cancelRequested: false,
    dispatchedMs: null,
    writes: [],
    onDispatch: () => {},
    open: () => ({
      files: { ...NO_FILES, inputs },
      token,
      exposureMicros: EXPOSURE,
      found: {
        phase: journal.phase,
        provider: journal.provider,
        ref: journal.ref,
        inReview: journal.inReview,
        ageSeconds: journal.dispatchedMs === null ? 0 : (performance.now() - journal.dispatchedMs) / 1000,
      },
      dispatch(provider) {
        if (journal.cancelRequested || journal.inReview) return Promise.resolve('refused');
        journal.writes.push('dispatch');
        journal.phase = 'dispatching';
        journal.provider = provider;
        journal.dispatchedMs ??= performance.now();
        journal.onDispatch();
        return Promise.resolve('committed');
      },
      secondsLeft: () => 3600,
      maySend: () => true,
      undelivered() {
        journal.writes.push('undelivered');
        journal.phase = 'pending';
        journal.dispatchedMs = null;
        return Promise.resolve();
      },
      submitted(ref) {
        journal.writes.push('submitted');
        journal.phase = 'submitted';
        journal.ref = ref;
        return Promise.resolve();
      },
    }),
  };
  return journal;
}
