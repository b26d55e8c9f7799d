/**
 * Looks up the cost of ended calls whose providers had not reported it. A lookup costs nothing and sends no paid
 * request. The customer is not charged for the result; the operator bears it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DueInvoice, ProviderCosts } from '@farebox/providers';
import type { Adapter, Reply, StatedCost } from './adapter.ts';
import type { CallDependencies } from './call/run.ts';

/** The parts of an adapter that a lookup needs. */
export type Asked = Pick<Adapter<never>, 'provider' | 'supports' | 'lookup'>;

export interface InvoiceOptions {
  readonly costs: Pick<ProviderCosts, 'due' | 'statedLate'>;
  readonly adapters: () => Promise<readonly Asked[]>;
  readonly log: CallDependencies['log'];
  readonly invoiceSeconds: number;
}

const AT_ONCE_MAX = 20;
const PAUSE_SECONDS_MAX = 60;

/** Runs until `signal` aborts. Never rejects. */
export async function keepAskingForInvoices(options: InvoiceOptions, signal: AbortSignal): Promise<void> {
  const pauseMs = Math.min(options.invoiceSeconds, PAUSE_SECONDS_MAX) * 1000;
  while (!signal.aborted) {
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    await askForInvoices(options, signal).catch((error: unknown) =>
      options.log.warn({ err: error }, 'the costs of providers could not be looked up'),
    );
  }
}

/** Returns the number of costs found. */
async function askForInvoices(options: InvoiceOptions, signal: AbortSignal): Promise<number> {
  const { costs, adapters, invoiceSeconds } = options;
  const askable = new Map((await adapters()).filter(canBeAsked).map((adapter) => [adapter.provider, adapter]));
  const due = await costs.due([...askable.keys()], AT_ONCE_MAX, invoiceSeconds);
  const came = await Promise.all(
    due.map((invoice) => take(invoice, { ...options, adapter: askable.get(invoice.provider), signal })),
  );
  return came.filter(Boolean).length;
}

const canBeAsked = ({ supports }: Asked): boolean => supports.lookupByRef || supports.lookupByToken;

async function take(
  invoice: DueInvoice,
  {
    costs,
    adapter,
    log,
    signal,
  }: InvoiceOptions & { readonly adapter: Asked | undefined; readonly signal: AbortSignal },
): Promise<boolean> {
  const { executionId, step, provider, ref } = invoice;
  try {
    const reply = await adapter?.lookup(ref === null ? { token: `${executionId}.${step}` } : { ref }, signal);
    const cost = reply === undefined || reply === 'absent' ? null : billedCost(reply);
    if (cost === null) return false;
    const borneMicros = await costs.statedLate(invoice, cost);
    if (borneMicros === null) return false;
    log.warn(
      { provider, executionId, step, borneMicros: String(borneMicros) },
      'a provider reported a cost after it was charged',
    );
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    log.warn({ provider, executionId, step, reason }, 'a provider did not report the cost of a call');
    return false;
  }
}

/** Null: none is stated, or the service says that it does not bill the failure. */
function billedCost(reply: Reply): StatedCost {
  if (reply.kind === 'running' || (reply.kind === 'failed' && reply.billed === 'none')) return null;
  return reply.cost;
}
