/** Builds a provider call from a step: its adapter, its request, and the handling of its output. */
import { hasInputsOf, type OperationOf } from '@farebox/catalog';
import { invariant } from '@farebox/kernel';
import {
  type ContextOf,
  type Implementation,
  type InputFile,
  type OperationContext,
  type OperationOutput,
  OutcomeUnknown,
  TryLater,
  type WholeContextOf,
} from '@farebox/worker';
import type { Adapter, ProviderOutput } from '../adapter.ts';
import { runPaidCall } from '../call/run-call.ts';
import { type CallDependencies, NothingSent, OutputInvalid } from '../call/run.ts';
import { type Converter, converted } from '../conversion/converter.ts';
import { fetchFile } from '../egress/fetch-file.ts';
import type { Entries, ProviderEntry } from '../entry.ts';
import { receiver } from '../output/received.ts';
import type { Receiving } from '../output/save.ts';
import { type Tariff, type Usage, derivedCost } from '../tariff/tariff.ts';
import { candidatesFor } from './entry-of.ts';

export type PaidOperation = OperationOf<'provider'>;

export interface PaidStep<N extends PaidOperation, Request> {
  readonly operation: N;
  /** Tariff of a model without a configured tariff. */
  readonly defaultTariff: Tariff;
  /** The quantities that a tariff may count. */
  readonly usage: (context: ContextOf<N>) => Usage | Promise<Usage>;
  /** As in PaidCall. */
  readonly chargesFailures?: boolean;
  /** Runs before the first intent, so that a refusal costs nothing. */
  readonly check?: (context: WholeContextOf<N>) => Promise<void>;
  readonly request: (context: WholeContextOf<N>) => Request | Promise<Request>;
  readonly deliver: (
    output: ProviderOutput,
    context: ContextOf<N>,
    receiving: Receiving,
  ) => OperationOutput | Promise<OperationOutput>;
}

export interface Fixture extends Omit<CallDependencies, 'bounds'> {
  readonly invoiceSeconds: number;
  readonly converter: Pick<Converter, 'convert'>;
}

const FILE_BYTES_MAX = 64 * 1024 * 1024;
const FILE_MS = 60_000;
const NOT_CONFIGURED_SECONDS = 60;

/** @param entries entries of the kind that these calls use; an entry named in a plan may be missing (later). */
export function paidOperation<N extends PaidOperation, Request>(
  entries: Entries<Request>,
  fixture: Fixture,
  step: PaidStep<N, Request>,
): Implementation<N> {
  return async (context) => {
    const { found } = context.external;
    const { candidates, maySend } = candidatesFor(context.parameters, found);
    const configured = candidates.filter(({ provider }) => entries.has(provider));
    if (configured.length === 0 && found.phase !== 'pending') throw new OutcomeUnknown('provider_not_configured');
    let passedOver = new TryLater(NOT_CONFIGURED_SECONDS);
    for (const candidate of configured) {
      const entry = entries.get(candidate.provider);
      invariant(entry !== undefined, 'it is configured');
      const asked = { ...context, parameters: { ...context.parameters, ...candidate } };
      try {
        return await runAt(asked, { ...fixture, entry, maySend }, step);
      } catch (error) {
        // Only after NothingSent may another entry get the call; after any other error something may have arrived.
        if (!(error instanceof NothingSent)) throw error;
        passedOver = error;
      }
    }
    throw passedOver;
  };
}

interface At<Request> extends Fixture {
  readonly entry: ProviderEntry<Request>;
  readonly maySend: boolean;
}

async function runAt<N extends PaidOperation, Request>(
  context: ContextOf<N>,
  { entry, maySend, invoiceSeconds, converter, ...dependencies }: At<Request>,
  step: PaidStep<N, Request>,
): Promise<OperationOutput> {
  const { operation, defaultTariff, usage, chargesFailures = true, check, request, deliver } = step;
  const { tariffs, egress, bounds } = entry;
  const { phase } = context.external.found;
  const whole = isWhole(operation, context) ? context : null;
  const adapter = whole === null || !maySend ? withoutSending(entry.adapter) : entry.adapter;
  const { model } = context.parameters;
  const tariff = tariffs.get(model) ?? defaultTariff;
  // Built before anything is committed, so that a failure costs nothing. A started call may need no request: a lookup
  // uses its name, and its input files may be gone.
  if (phase === 'pending' && whole !== null) await check?.(whole);
  const built = phase === 'pending' && whole !== null ? { request: await request(whole) } : null;
  return runPaidCall(
    context,
    {
      adapter,
      model,
      invoiceSeconds,
      chargesFailures,
      onProgress: createProgress(context),
      derive: async (ran) => derivedCost(tariff, await usage(context), ran),
      async submit(token, signal) {
        invariant(whole !== null, 'a call that is sent has its files');
        return adapter.submit(token, built === null ? await request(whole) : built.request, signal);
      },
      deliver: async (output, signal) => {
        const options = { rules: egress, bytesMax: FILE_BYTES_MAX, timeLimitMs: FILE_MS, signal };
        // A result that is nowhere else is converted even while the worker stops.
        const { projectId: owner, organizationId } = context;
        const visitor = { owner, organizationId, signal: adapter.supports.synchronous ? NEVER : signal };
        const { receiving, received } = receiver(output, {
          fetch: (url) => fetchFile(url, options),
          convert: (bytes, wanted) => converted(converter, { bytes, wanted, visitor }),
        });
        try {
          return await deliver(output, context, receiving);
        } catch (error) {
          if (!(error instanceof OutputInvalid)) throw error;
          throw new OutputInvalid(error.message, { cause: error, received: received() });
        }
      },
    },
    { ...dependencies, bounds },
  );
}

/** The last progress that the service reported, once it has reported one. */
function createProgress({ onProgress }: Pick<OperationContext, 'onProgress'>): (progress: number) => void {
  let last: number | null = null;
  return (progress) => {
    if (last === null) onProgress(() => last ?? 0);
    last = progress;
  };
}

const NEVER = new AbortController().signal;

const isWhole = <N extends PaidOperation>(operation: N, context: ContextOf<N>): context is WholeContextOf<N> =>
  hasInputsOf<N, InputFile | undefined>(operation, context.inputs);

/**
 * A call without its files, or with an unknown entry, cannot be sent again, even if the service honours tokens: it is
 * looked up, or reviewed.
 */
const withoutSending = <Request>(adapter: Adapter<Request>): Adapter<Request> => ({
  ...adapter,
  supports: { ...adapter.supports, idempotency: false },
});
