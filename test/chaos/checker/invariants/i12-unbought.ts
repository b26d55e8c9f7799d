/**
 * I12 for quotes that nobody bought: an agent, and each item of a batch, is quoted what the same request was quoted over HTTP at the same version,
 * and the id of an agent's quote names its maximum.
 */
import { canonicalOf, type Json } from '../canonical.ts';
import type { Evidence } from '../evidence.ts';
import { type Exchange, exchangesOf } from '../exchanges.ts';
import { quotedIn } from '../forms.ts';

interface Amounts {
  readonly minimumChargeMicros: number;
  readonly maximumChargeMicros: number;
}

type Own = ReadonlyMap<string, Amounts>;

export function checkUnbought({ client }: Pick<Evidence, 'client'>): string[] {
  const exchanges = exchangesOf(client);
  const own = new Map(
    exchanges.flatMap(({ act, projectId, asked: { sent }, reply: { data } }) =>
      act === 'quote' && data !== undefined && sent !== undefined
        ? [[keyOf(projectId, sent, data['priceVersion']), data as unknown as Amounts] as const]
        : [],
    ),
  );
  return exchanges.flatMap((exchange) => {
    const data = exchange.reply.data ?? {};
    const found =
      exchange.act === 'agent-quote' && data['quoteId'] !== undefined
        ? checkAgent(exchange, data, own)
        : exchange.act === 'batch-quote' && Array.isArray(data['items'])
          ? checkItems(exchange, data, own)
          : [];
    return found.map((what) => `request ${exchange.request} ${what}`);
  });
}

interface Asked {
  readonly tool?: string;
  readonly arguments?: Json;
}

const keyOf = (projectId: string, { tool, arguments: input }: Asked, version: unknown): string =>
  `${projectId} ${String(version)} ${canonicalOf([tool, input])}`;

const amountsIn = ({ minimumChargeMicros, maximumChargeMicros }: Amounts): string =>
  `${minimumChargeMicros} to ${maximumChargeMicros}`;

function checkAgent({ projectId, asked: { sent = {} } }: Exchange, data: Json, own: Own): string[] {
  const named = quotedIn(String(data['quoteId']));
  const is = data as unknown as Amounts;
  const found: string[] = [];
  if (named?.maximumChargeMicros !== is.maximumChargeMicros)
    found.push(`quoted an agent at most ${is.maximumChargeMicros}, and its id names ${named?.maximumChargeMicros}`);
  const due = own.get(keyOf(projectId, sent, named?.priceVersion));
  if (due !== undefined && amountsIn(due) !== amountsIn(is))
    found.push(`quoted an agent ${amountsIn(is)}, the same was quoted ${amountsIn(due)}`);
  return found;
}

function checkItems({ projectId, asked: { sent = {} } }: Exchange, data: Json, own: Own): string[] {
  return (data['items'] as readonly Amounts[]).flatMap((is, index) => {
    const asked = { ...sent, arguments: sent.items?.[index]?.arguments ?? {} };
    const due = own.get(keyOf(projectId, asked, data['priceVersion']));
    return due === undefined || amountsIn(due) === amountsIn(is)
      ? []
      : [`quoted item ${index} of a batch ${amountsIn(is)}, the same was quoted ${amountsIn(due)}`];
  });
}
