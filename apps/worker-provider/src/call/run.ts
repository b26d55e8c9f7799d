/** One run of a provider call: the known state, and its view for the core. Only the actions change it. */
import type { Circuits } from '@farebox/providers';
import type { Clock, Micros } from '@farebox/kernel';
import { type OperationContext, type OperationOutput, TryLater } from '@farebox/worker';
import type { Adapter, Reply, ProviderOutput } from '../adapter.ts';
import type { Ran } from '../tariff/tariff.ts';
import type { Bounds, CallEvent, CallState, Phase, StopReason } from './core/state.ts';

export interface PaidCall {
  readonly adapter: Pick<Adapter<never>, 'provider' | 'supports' | 'lookup' | 'cancel' | 'classify'>;
  /** The adapter's `submit` with the request of this step. */
  readonly submit: (token: string, signal: AbortSignal) => Promise<Reply>;
  /** The provider's name of the requested model. */
  readonly model: string;
  /** Seconds until the first lookup of a cost that the response did not state. */
  readonly invoiceSeconds: number;
  /** Cost of the call by its tariff. */
  readonly derive: (ran: Ran) => Micros | null | Promise<Micros | null>;
  /**
   * Creates files and result from the provider's output. Rejects with OutputInvalid (final) or FileUnavailable
   * (temporary).
   */
  readonly deliver: (output: ProviderOutput, signal: AbortSignal) => Promise<OperationOutput>;
  /** Told each progress that the provider reports. */
  readonly onProgress?: (progress: number) => void;
  /** Whether a customer pays for a failed or cancelled call; otherwise the operator bears its cost. Default: true. */
  readonly chargesFailures?: boolean;
}

/** The provider's output cannot be read, or is not the requested one: the service's fault, never the customer's. */
export class OutputInvalid extends Error {
  override readonly name = 'OutputInvalid';
  /** The output as it was received, for the operator. */
  readonly received: Buffer | undefined;
  constructor(
    problem: string,
    { received, ...options }: ErrorOptions & { readonly received?: Buffer | undefined } = {},
  ) {
    super(problem, options);
    this.received = received;
  }
}

/** To be retried later, and provably nothing was sent: the circuit is open, or the connection failed. */
export class NothingSent extends TryLater {}

export interface CallDependencies {
  readonly circuits: Circuits;
  /** Whether a customer pays for a result that cannot be delivered; otherwise the operator bears its cost. */
  readonly chargesUndelivered: boolean;
  readonly bounds: Bounds;
  readonly log: { readonly warn: (fields: object, message: string) => void };
  readonly clock: Clock;
}

export interface Run {
  readonly context: Pick<OperationContext, 'external' | 'signal'>;
  readonly call: PaidCall;
  readonly dependencies: CallDependencies;
  /** Aborts when the claim is lost: the worker with the new claim continues. */
  readonly lost: AbortSignal;
  /**
   * Ends the download of a provider's files, which can be repeated. A lost claim does not end it, because no other
   * worker may have the response.
   */
  readonly departing: AbortSignal;
  /** Also ends lookups at a shutdown, because a later claim can repeat them. */
  readonly leaving: AbortSignal;
  /** Monotonic. */
  readonly startedMs: number;
  phase: Phase;
  ref: string | null;
  refRecorded: boolean;
  /** Commit time of the first send that may have had an effect, on this process's monotonic clock. */
  dispatchedMs: number;
  heardMs: number;
  stop: StopReason | null;
  stoppedMs: number;
  circuitOpen: boolean;
  /** The last send could not connect. */
  unreachable: boolean;
  unsettledSends: number;
  lookups: number;
  cancelAsks: number;
  cancelHeard: boolean;
  event: CallEvent;
  /** The provider's last response. */
  reply: Reply | null;
  /** The last response that could not be read. */
  unread: Buffer | undefined;
}

export function newRun(context: Run['context'], call: PaidCall, dependencies: CallDependencies): Run {
  const { phase, ref, ageSeconds } = context.external.found;
  const startedMs = dependencies.clock.monotonicMs();
  return {
    context,
    call,
    dependencies,
    lost: abortedBy(context.signal, ['lost']),
    departing: abortedBy(context.signal, ['shutdown']),
    leaving: abortedBy(context.signal, ['lost', 'shutdown']),
    startedMs,
    phase,
    ref,
    refRecorded: ref !== null,
    dispatchedMs: startedMs - ageSeconds * 1000,
    heardMs: startedMs,
    stop: null,
    stoppedMs: startedMs,
    circuitOpen: false,
    unreachable: false,
    unsettledSends: phase === 'pending' ? 0 : 1,
    lookups: 0,
    cancelAsks: 0,
    cancelHeard: false,
    event: { kind: 'start' },
    reply: null,
    unread: undefined,
  };
}

/** Reads the signal; a refusal by the journal takes precedence. */
export function noticeStop(run: Run): void {
  const { context, dependencies } = run;
  const told = stopReasonOf(context.signal);
  if (told === null || told === run.stop) return;
  if (run.stop === null) run.stoppedMs = dependencies.clock.monotonicMs();
  run.stop = told;
}

export function stateOf(run: Run): CallState {
  const nowMs = run.dependencies.clock.monotonicMs();
  const secondsSince = (ms: number): number => (nowMs - ms) / 1000;
  const { phase, stop, circuitOpen, unsettledSends, lookups, cancelAsks, cancelHeard, event } = run;
  return {
    supports: run.call.adapter.supports,
    inReview: run.context.external.found.inReview,
    ref: run.ref === null ? 'none' : run.refRecorded ? 'recorded' : 'known',
    ageSeconds: phase === 'pending' ? 0 : secondsSince(run.dispatchedMs),
    silentSeconds: secondsSince(run.heardMs),
    runSeconds: secondsSince(run.startedMs),
    stoppedSeconds: stop === null ? 0 : secondsSince(run.stoppedMs),
    phase,
    stop,
    circuitOpen,
    unsettledSends,
    lookups,
    cancelAsks,
    cancelHeard,
    event,
  };
}

const stopReasonOf = ({ aborted, reason }: AbortSignal): StopReason | null =>
  aborted ? ((reason as { readonly reason?: StopReason } | undefined)?.reason ?? 'lost') : null;

function abortedBy(signal: AbortSignal, reasons: readonly StopReason[]): AbortSignal {
  const controller = new AbortController();
  const lookup = (): void => {
    const reason = stopReasonOf(signal);
    if (reason !== null && reasons.includes(reason)) controller.abort(signal.reason);
  };
  lookup();
  signal.addEventListener('abort', lookup, { once: true });
  return controller.signal;
}
