/**
 * The orders of clients, from their own log alone: for each execution that may exist the tool and arguments that the client asked
 * for, the client's quote, and the digest of the body that it sent.
 */
import type { Batch } from './batch.ts';
import { bodySha256Of, type Json } from './canonical.ts';
import type { Evidence, Execution, Said } from './evidence.ts';
import { agentKeyOf, quotedIn } from './forms.ts';
import type { Quoted } from './sold.ts';

export interface Order {
  readonly origin: 'single' | 'batch' | 'agent';
  /** Index of the key that the client used. */
  readonly lineage: number | undefined;
  readonly tool: string;
  readonly arguments: Json;
  /** Undefined: the log does not have it, which is a breach. */
  readonly quoted: Quoted | undefined;
  /** Version and maximum in the paid request. */
  readonly priceVersion: string;
  readonly ceilingMicros: number | undefined;
  /** The maximum that the id of an agent's quote names. */
  readonly namedMicros?: number;
  readonly bodySha256: string;
}

interface Ordered {
  readonly client: readonly Said[];
  readonly batches: readonly Pick<Batch, 'id' | 'project_id' | 'idempotency_key'>[];
}

/** Orders by project and the idempotency key of the execution. */
export function ordersOf({ client, batches }: Ordered): ReadonlyMap<string, Order> {
  const ids = new Map(batches.map((batch) => [`${batch.project_id} ${batch.idempotency_key}`, batch.id]));
  const orders = new Map<string, Order>();
  const add = (key: string, order: Order | null): void => {
    if (order !== null && !orders.has(key)) orders.set(key, order);
  };
  for (const said of client) {
    const { act = '', projectId = '', idempotencyKey = '', quoteId = '' } = said;
    const key = `${projectId} ${idempotencyKey}`;
    if (act === 'execute') add(key, single(said));
    if (act === 'agent') add(`${projectId} ${agentKeyOf(quoteId)}`, ofAgent(said));
    const id = act === 'batch' ? ids.get(key) : undefined;
    if (id !== undefined)
      for (const [index, order] of itemsOf(said).entries()) add(`${projectId} ${id}:${index}`, order);
  }
  return orders;
}

export const orderKeyOf = (row: { readonly project_id: string; readonly idempotency_key: string }): string =>
  `${row.project_id} ${row.idempotency_key}`;

function single({ lineage, sent, quoted, ceilingMicros }: Said): Order | null {
  if (sent?.tool === undefined) return null;
  const { tool, arguments: input = {}, priceVersion = '' } = sent;
  const bodySha256 = bodySha256Of(sent);
  return { origin: 'single', lineage, tool, arguments: input, quoted, priceVersion, ceilingMicros, bodySha256 };
}

function itemsOf({ lineage, sent, quoted, ceilingMicros }: Said): Order[] {
  const bodySha256 = bodySha256Of(sent ?? {});
  const { tool = '', items = [], priceVersion = '' } = sent ?? {};
  return items.map(({ arguments: input }, index) => ({
    origin: 'batch',
    lineage,
    tool,
    arguments: input,
    quoted: quoted?.items?.[index],
    priceVersion,
    ceilingMicros,
    bodySha256,
  }));
}

/** The request of an agent is made from its quote: the id of the quote names the version and the maximum. */
function ofAgent({ lineage, sent, quoteId = '', quoted, ceilingMicros }: Said): Order | null {
  const named = quotedIn(quoteId);
  if (sent?.tool === undefined || named === null) return null;
  const { tool, arguments: input = {} } = sent;
  const { priceVersion, maximumChargeMicros } = named;
  const bodySha256 = bodySha256Of({ tool, arguments: input, priceVersion, maximumChargeMicros });
  const terms = { quoted, priceVersion, ceilingMicros, namedMicros: maximumChargeMicros };
  return { origin: 'agent', lineage, tool, arguments: input, ...terms, bodySha256 };
}

/** Each execution with its order. A second execution of an order, and one without an order, are breaches of I5. */
export function orderedIn(evidence: Pick<Evidence, 'client' | 'batches' | 'executions'>): [Execution, Order][] {
  const open = new Map(ordersOf(evidence));
  return evidence.executions.flatMap((execution): [Execution, Order][] => {
    const order = open.get(orderKeyOf(execution));
    open.delete(orderKeyOf(execution));
    return order === undefined ? [] : [[execution, order]];
  });
}
