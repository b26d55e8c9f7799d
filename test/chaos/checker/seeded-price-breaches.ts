/** Breaches of prices: sales beside the tables that operators published, and catalogs that show others. Only tests of the checks use them. */
import { bodySha256Of } from './canonical.ts';
import type { Evidence } from './evidence.ts';
import { ofABatch } from './seeded-batch-breaches.ts';
import type { Change, Mutable } from './mutable.ts';
import { AT, VERSION } from './sound-orders.ts';

type Found = Mutable<Evidence>;

const LATER = '2026-11-21T08:00:02.000Z';
export const TABLE = '2026-11-21.fedcba98';

const LIST = {
  'image-generate': { unit: 'image', unitPriceMicros: '100', minimumChargeMicros: '100', models: {} },
} as const;

/** An operator published another table with the same prices. */
export function publish({ published, priceTables }: Found, effectiveAt: string): void {
  published.push({ version: TABLE, effectiveAt, tools: LIST });
  priceTables[0]!.superseded_at = effectiveAt;
  priceTables.push({
    version: TABLE,
    prices: { tools: LIST },
    effective_at: effectiveAt,
    superseded_at: null,
    cancelled_at: null,
  });
}

const published =
  (effectiveAt: string, change: Change = () => {}): Change =>
  (evidence) => {
    publish(evidence, effectiveAt);
    change(evidence);
  };

/** The third execution was quoted and accepted at the new table. */
function sellAtTheNewTable({ client, executions }: Found): void {
  const asked = client[6]!;
  asked.quoted!.priceVersion = asked.sent!.priceVersion = executions[2]!.price_version = TABLE;
  executions[2]!.body_sha256 = bodySha256Of(asked.sent);
}

/** A quote that no client bought. */
const unbought =
  (unitPriceMicros: number, amountMicros: number): Change =>
  ({ client }) => {
    const { sent } = client[0]!;
    const terms = {
      priceVersion: VERSION,
      model: 'standard',
      minimumChargeMicros: 100,
      maximumChargeMicros: 4 * unitPriceMicros,
    };
    const breakdown = [{ unit: 'image', unitPriceMicros, quantity: 4, amountMicros }];
    client.push(
      {
        at: AT,
        act: 'quote',
        projectId: 'proj_1',
        lineage: 0,
        request: 92,
        sent: { tool: sent!.tool!, arguments: sent!.arguments! },
      },
      { at: AT, replyTo: 92, status: 200, data: { ...terms, breakdown } },
    );
  };

/** A later reader of the catalog sees another price. */
const misprice: Change = ({ client }) => {
  const at = client.findIndex(({ replyTo }) => replyTo === 90);
  const reply = structuredClone(client[at]!);
  const [tool] = reply.data!['tools'] as { price: { unitPriceMicros: number } }[];
  tool!.price.unitPriceMicros = 99;
  client.push({ ...client[at - 1]!, request: 91 }, { ...reply, replyTo: 91 });
};

export const PRICE_BREACHES: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I12', 'sales at prices that were no longer in force', published('2026-11-21T07:59:59.000Z')],
  ['I12', 'a batch at prices that were no longer in force', ofABatch(published(AT))],
  ['I12', 'a sale at prices that were not yet in force', published(LATER, sellAtTheNewTable)],
  ['I12', 'a sale at prices that nobody published', sellAtTheNewTable],
  ['I12', 'a table that no operator published', published(LATER, (found) => found.published.pop())],
  [
    'I12',
    'a published table that is not there',
    published(LATER, (found) => {
      found.priceTables.pop();
      found.priceTables[0]!.superseded_at = null;
    }),
  ],
  [
    'I12',
    'a published table with other prices',
    published(LATER, (found) => Object.assign(found.published[0]!, { tools: {} })),
  ],
  [
    'I12',
    'a published table with another begin',
    published(LATER, (found) => Object.assign(found.published[0]!, { effectiveAt: '2026-11-21T08:00:03.000Z' })),
  ],
  ['I12', 'a table that ends without a next one', ({ priceTables }) => (priceTables[0]!.superseded_at = LATER)],
  ['I12', 'a catalog with another price', misprice],
  ['I12', 'a quote that nobody bought, and that is not price × units', unbought(100, 399)],
  ['I12', 'a quote that nobody bought, at another price than the catalog', unbought(99, 396)],
];
