/** Defects of sales: wrong prices, inputs, versions and states, in books that balance. Only a check that knows the client's order finds them. */
import { KINDS, type Kind, MEASURED, TEMPLATE } from '../load/kinds.ts';
import type { Defect } from './defects.ts';
import { patchFunction } from './patch.ts';
import { publishFirst, work, workBeside } from './scenarios.ts';

const kinds = (...names: string[]): readonly Kind[] => KINDS.filter(({ name }) => names.includes(name));
const BATCHES = { executions: 8 };

export const SALE_DEFECTS: readonly Defect[] = [
  {
    name: 'sold-at-old-prices',
    promise: 'I12',
    // No gateway learns of later tables, and no accept refuses their prices.
    async put(sql) {
      const first = `SELECT version, revision, prices, effective_at, NULL::timestamptz AS superseded_at, cancelled_at
        FROM price_table WHERE published_by = 'system'`;
      await patchFunction(sql, {
        name: 'price_changes',
        from: 'FROM price_table WHERE',
        to: `FROM (${first}) AS price_table WHERE`,
      });
      const asked = 'unnest(p_projects, p_versions)';
      await patchFunction(sql, { name: 'price_misfits', from: asked, to: 'unnest(p_projects[:0], p_versions[:0])' });
    },
    scenario: publishFirst(workBeside('batch', kinds('at once'), BATCHES)),
  },
  {
    name: 'another-body-gets-the-batch',
    promise: 'I5',
    put: (sql) =>
      patchFunction(sql, {
        name: 'batch_accept',
        from: "b.body_sha256 = decode(p_body_sha256, 'hex') THEN 'found'",
        to: "true THEN 'found'",
      }),
    scenario: workBeside('batch', kinds('at once'), BATCHES),
  },
  {
    name: 'items-priced-unevenly',
    promise: 'I12',
    put: (sql) => {
      const [minimum, maximum] = ['item.minimum_micros', 'item.maximum_micros'];
      const more = 'CASE item.index WHEN 0 THEN 1 WHEN 1 THEN -1 ELSE 0 END';
      return patchFunction(sql, {
        name: 'batch_accept',
        from: `${minimum}, ${maximum}, item.plan`,
        to: `${minimum} + ${more}, ${maximum} + ${more}, item.plan`,
      });
    },
    scenario: workBeside('batch', kinds('at once'), BATCHES),
  },
  {
    name: 'items-in-another-order',
    promise: 'I12',
    programs: [
      {
        file: 'packages/executions/src/store/batches/accept.ts',
        from: 'JSON.stringify(items.map((item, index)',
        to: 'JSON.stringify(items.toReversed().map((item, index)',
      },
    ],
    scenario: workBeside('batch', kinds('at once'), BATCHES),
  },
  {
    name: 'a-batch-sums-up-wrongly',
    promise: 'I5',
    put: (sql) =>
      patchFunction(sql, {
        name: 'batch_progress',
        from: 'coalesce(sum(s.charged), 0)',
        to: 'coalesce(max(s.charged), 0) + 1',
      }),
    scenario: workBeside('batch', kinds('at once'), BATCHES),
  },
  {
    name: 'an-agent-buys-another-version',
    promise: 'I12',
    programs: [
      {
        file: 'apps/gateway/src/accept/check-price.ts',
        from: 'if (sentVersion !== priceVersion)',
        to: 'if (sentVersion.slice(0, 19) !== priceVersion.slice(0, 19))',
      },
    ],
    scenario: workBeside('agent', [TEMPLATE]),
  },
  {
    name: 'an-agent-is-told-another-charge',
    promise: 'I12',
    programs: [
      {
        file: 'packages/mcp/src/short/execution.ts',
        from: 'maximumChargeMicros, chargedMicros, ...more };',
        to: 'maximumChargeMicros, chargedMicros: chargedMicros && chargedMicros + 1, ...more };',
      },
    ],
    scenario: workBeside('agent', kinds('at once'), { ...BATCHES, waitSeconds: 5 }),
  },
  {
    name: 'responses-name-another-maximum',
    promise: 'I12',
    programs: [
      {
        file: 'packages/executions/src/store/view.ts',
        from: 'maximumChargeMicros: amount(row.maximum_micros)',
        to: 'maximumChargeMicros: amount(row.minimum_micros)',
      },
    ],
    scenario: work([MEASURED]),
  },
  {
    name: 'a-quote-beside-its-prices',
    promise: 'I12',
    programs: [
      {
        file: 'packages/catalog/src/quote.ts',
        from: 'timesMicros(unitPriceMicros, BigInt(unitsMax)),',
        to: 'timesMicros(unitPriceMicros, BigInt(unitsMax + 1)),',
      },
    ],
    scenario: work(kinds('at once')),
  },
];
