/** From a step of a plan to a paid call: which adapter, which request, and what to make of the output. */
import type { OperationOf, ProviderName } from '@tollgate/catalog';
import { type ContextOf, type Implementation, type OperationOutput, OutcomeUnknown, TryLater } from '@tollgate/worker';
import type { ProviderOutput } from '../adapter.ts';
import { runPaidCall } from '../call/run-call.ts';
import type { CallDependencies } from '../call/run.ts';
import { type FetchedFile, fetchFile } from '../egress/fetch-file.ts';
import type { Entries } from '../entry.ts';
import { type Tariff, type Usage, derivedCost } from '../tariff/tariff.ts';

export type FetchOutput = (url: string) => Promise<FetchedFile>;

export type PaidOperation = OperationOf<'provider'>;

export interface PaidStep<N extends PaidOperation, Request> {
  /** Where none is set for the model. */
  readonly defaultTariff: Tariff;
  /** What of it a tariff may count. */
  readonly usage: (context: ContextOf<N>) => Usage | Promise<Usage>;
  /** Before the first intent, so that what it refuses costs nothing. */
  readonly check?: (context: ContextOf<N>) => Promise<void>;
  readonly request: (context: ContextOf<N>) => Request | Promise<Request>;
  readonly deliver: (
    output: ProviderOutput,
    context: ContextOf<N>,
    fetch: FetchOutput,
  ) => OperationOutput | Promise<OperationOutput>;
}

export interface Fixture extends Omit<CallDependencies, 'bounds'> {
  readonly invoiceSeconds: number;
}

const FILE_BYTES_MAX = 64 * 1024 * 1024;
const FILE_MS = 60_000;
const NOT_CONFIGURED_SECONDS = 60;

/** @param entries of the dialect that these calls are spoken in; the one that a plan names may not be configured (any more). */
export function paidOperation<N extends PaidOperation, Request>(
  entries: Entries<Request>,
  { invoiceSeconds, ...dependencies }: Fixture,
  { defaultTariff, usage, check, request, deliver }: PaidStep<N, Request>,
): Implementation<N> {
  return async (context) => {
    const { phase } = context.external.found;
    const entry = entries[context.parameters.provider as ProviderName];
    if (entry === undefined) {
      if (phase === 'pending') throw new TryLater(NOT_CONFIGURED_SECONDS);
      throw new OutcomeUnknown('provider_not_configured');
    }
    const { adapter, tariffs, egress, bounds } = entry;
    const { model } = context.parameters;
    const tariff = tariffs.get(model) ?? defaultTariff;
    // Built before anything is committed: what fails here has cost nothing. A call that was begun may need none: a look-up asks for its
    // name, and the files that it was made from may be gone by now.
    if (phase === 'pending') await check?.(context);
    const built = phase === 'pending' ? { request: await request(context) } : null;
    return runPaidCall(
      context,
      {
        adapter,
        model,
        invoiceSeconds,
        derive: async (ran) => derivedCost(tariff, await usage(context), ran),
        submit: async (token, signal) =>
          adapter.submit(token, built === null ? await request(context) : built.request, signal),
        deliver: async (output, signal) => {
          const options = { rules: egress, bytesMax: FILE_BYTES_MAX, timeLimitMs: FILE_MS, signal };
          return deliver(output, context, (url) => fetchFile(url, options));
        },
      },
      { ...dependencies, bounds },
    );
  };
}
