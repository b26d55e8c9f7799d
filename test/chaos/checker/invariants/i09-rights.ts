/** I9 for the right to cancel: only the key that made an execution or a batch, and the key of an ADMIN, can cancel it. */
import type { Evidence } from '../evidence.ts';
import { type Exchange, exchangesOf } from '../exchanges.ts';

/** The third key of a customer is that of an ADMIN, the others are those of two members. */
const ADMIN = 2;

export function checkRights({ client, executions, run }: Evidence): string[] {
  const exchanges = exchangesOf(client);
  const makers = new Map<string, string>(executions.map(({ id, key_lineage: lineage }) => [id, lineage]));
  const keys = new Map(run.customers.map(({ projectId, lineages }) => [projectId, lineages]));
  const keyOf = ({ projectId, asked }: Exchange): string => keys.get(projectId)?.[asked.lineage ?? -1] ?? '';
  for (const exchange of exchanges)
    if (exchange.act === 'batch' && exchange.reply.id !== undefined) makers.set(exchange.reply.id, keyOf(exchange));
  return exchanges
    .filter(({ act, asked, reply }) => isCancel(act) && reply.status === 200 && asked.lineage !== ADMIN)
    .flatMap((exchange) => {
      const wanted = exchange.executionId ?? exchange.asked.batchId ?? '';
      const maker = makers.get(wanted);
      return maker === undefined || maker === keyOf(exchange)
        ? []
        : [`request ${exchange.request} cancelled ${wanted} with a key that had no right to it`];
    });
}

const isCancel = (act: string): boolean => act === 'cancel' || act === 'batch-cancel';
