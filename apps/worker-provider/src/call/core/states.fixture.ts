/** Base states of a provider call for the core's tables, and the possible events. */
import type { Capabilities } from '../../adapter.ts';
import type { CallState } from './state.ts';

export const BOUNDS = { unknownSeconds: 120, learnSeconds: 20 };

const PREDICTIONS: Capabilities = {
  idempotency: false,
  lookupByToken: true,
  lookupByRef: true,
  cancel: true,
  synchronous: false,
};
const OPENAI: Capabilities = {
  idempotency: false,
  lookupByToken: false,
  lookupByRef: false,
  cancel: false,
  synchronous: true,
};
const WITH_TOKENS = { idempotency: true };

export const START: CallState = {
  supports: OPENAI,
  phase: 'pending',
  ref: 'none',
  inReview: false,
  ageSeconds: 0,
  silentSeconds: 0,
  runSeconds: 0,
  stop: null,
  stoppedSeconds: 0,
  cancelAsks: 0,
  cancelHeard: false,
  circuitOpen: false,
  unsettledSends: 0,
  lookups: 0,
  event: { kind: 'start' },
};

export const start = { kind: 'start' } as const;
export const committed = { kind: 'committed' } as const;
export const ambiguous = { kind: 'ambiguous' } as const;
export const absent = { kind: 'absent' } as const;
export const silent = { kind: 'silent' } as const;
export const running = { kind: 'running' } as const;
export const settled = { kind: 'settled' } as const;
export const refused = { kind: 'refused' } as const;
export const lostOutput = { kind: 'output_unavailable' } as const;
export const notDelivered = { kind: 'not_delivered', retryAfterSeconds: 7 } as const;
export const retracted = { kind: 'retracted', retryAfterSeconds: 7 } as const;

/** State of a call after one send. */
export const sent = { phase: 'dispatching', unsettledSends: 1, lookups: 1 } as const;
export const named = { phase: 'submitted', ref: 'recorded', unsettledSends: 1, lookups: 1 } as const;

export const predictions = { supports: PREDICTIONS };
export const openaiTokens = { supports: { ...OPENAI, ...WITH_TOKENS } };
export const predictionsTokens = { supports: { ...PREDICTIONS, ...WITH_TOKENS } };
