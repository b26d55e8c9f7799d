/** I5 for responses: only one says that it was accepted now, a batch is answered 200 only at its end, and a misused key is called that. */
import type { Evidence } from '../evidence.ts';
import { type Exchange, exchangesOf } from '../exchanges.ts';

export function checkFirsts({ client }: Pick<Evidence, 'client'>): string[] {
  const exchanges = exchangesOf(client);
  const paid = exchanges.filter(({ act, reply }) => (act === 'execute' || act === 'batch') && reply.id !== undefined);
  const twice = [...Map.groupBy(paid, ({ reply }) => reply.id ?? '')].flatMap(([id, own]) => {
    const firsts = own.filter(({ reply }) => reply.replayed === false);
    return firsts.length > 1 ? [`${firsts.length} responses say that ${id} was accepted now`] : [];
  });
  return [...twice, ...paid.flatMap(checkBatch), ...exchanges.flatMap(checkVerdict)];
}

function checkBatch({ act, request, reply: { status, replayed, data, id } }: Exchange): string[] {
  if (act !== 'batch' || data === undefined) return [];
  const due = replayed === true && typeof data['finishedAt'] === 'string' ? 200 : 202;
  return status === due ? [] : [`request ${request} was answered ${status} with ${id}, due was ${due}`];
}

function checkVerdict({ act, request, reply: { status, message } }: Exchange): string[] {
  return !act.endsWith('mismatch') || status !== 409 || message === 'idempotency_key_conflict'
    ? []
    : [`request ${request} misused a key, and was told ${message}`];
}
