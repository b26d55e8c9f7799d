/** Costs that an ended call's service reports late: only what it bills is a cost. */
import { micros } from '@farebox/kernel';
import type { DueInvoice } from '@farebox/providers';
import { expect, test } from 'vitest';
import type { Reply } from './adapter.ts';
import { keepAskingForInvoices } from './invoices.ts';

const INVOICE: DueInvoice = {
  projectId: 'prj_1',
  executionId: 'exe_1',
  step: 0,
  provider: 'tool-acme',
  ref: null,
};
const FAILED = { kind: 'failed', reason: 'content_rejected', cost: micros(420n) } as const;

/** Returns the costs that are recorded after two look-ups. */
async function recordedAfter(reply: Reply): Promise<readonly bigint[]> {
  const [asking, recorded] = [new AbortController(), [] as bigint[]];
  let lookups = 0;
  await keepAskingForInvoices(
    {
      costs: {
        due: () => Promise.resolve([INVOICE]),
        statedLate: (_, cost) => (recorded.push(cost), Promise.resolve(cost)),
      },
      adapters: () =>
        Promise.resolve([
          {
            provider: INVOICE.provider,
            supports: { synchronous: false, idempotency: true, lookupByToken: true, lookupByRef: false, cancel: true },
            lookup: () => {
              if (++lookups === 2) asking.abort();
              return Promise.resolve(reply);
            },
          },
        ]),
      log: { warn: () => {} },
      invoiceSeconds: 0.01,
    },
    asking.signal,
  );
  return recorded;
}

test.each<[string, Reply, readonly bigint[]]>([
  ['a failure that is billed', { ...FAILED, billed: 'failed' }, [420n, 420n]],
  ['a failure that is not billed', { ...FAILED, billed: 'none' }, []],
  ['a call that was cancelled', { kind: 'cancelled', cost: micros(7n) }, [7n, 7n]],
])('the late cost of %s is on record as it is owed', async (_, reply, costs) => {
  expect(await recordedAfter(reply)).toEqual(costs);
});
