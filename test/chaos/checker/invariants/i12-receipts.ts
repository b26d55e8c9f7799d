/** I12 for the words of a bill: each line of a success has the name that the client was quoted for its step. */
import { canonicalOf, type Json } from '../canonical.ts';
import type { Evidence } from '../evidence.ts';
import { exchangesOf } from '../exchanges.ts';
import { orderedIn } from '../orders.ts';

interface Named {
  readonly unit?: string;
  readonly description?: string;
}

const MINIMUM = 'minimum';

export function checkReceipts(evidence: Evidence): string[] {
  const quotes = new Map(
    exchangesOf(evidence.client).flatMap(({ act, projectId, asked: { sent }, reply: { data } }) =>
      act === 'quote' && sent?.tool !== undefined && Array.isArray(data?.['breakdown'])
        ? [
            [
              keyOf(projectId, { ...sent, tool: sent.tool }, data['priceVersion']),
              data['breakdown'] as Named[],
            ] as const,
          ]
        : [],
    ),
  );
  return orderedIn(evidence).flatMap(([{ id, project_id, status, billing }, { tool, arguments: input, quoted }]) => {
    const lines = quotes.get(keyOf(project_id, { tool, arguments: input }, quoted?.priceVersion));
    if (status !== 'succeeded' || lines === undefined) return [];
    return (billing ?? []).flatMap(({ step = null, unit, description }: Named & { readonly step?: number | null }) => {
      const due = lines[step ?? -1]?.description;
      const isSame = unit === MINIMUM || due === undefined || description === due;
      return isSame ? [] : [`${id} is billed for "${description}", the client was quoted "${due}"`];
    });
  });
}

interface Asked {
  readonly tool: string;
  readonly arguments?: Json;
}

const keyOf = (projectId: string, { tool, arguments: input = {} }: Asked, version: unknown): string =>
  `${projectId} ${String(version)} ${canonicalOf([tool, input])}`;
