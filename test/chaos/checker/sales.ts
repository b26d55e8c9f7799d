/** Counts the sales of a run by what makes them hard: different items, misused keys, templates and prices that change meanwhile. */
import { isEqual } from './canonical.ts';
import type { Evidence } from './evidence.ts';
import { exchangesOf } from './exchanges.ts';
import { isTemplate } from './forms.ts';
import { orderedIn } from './orders.ts';

export interface Sales {
  readonly batches: number;
  readonly misusedBatches: number;
  readonly templatesInBatches: number;
  readonly templatesOfAgents: number;
  readonly outdated: number;
  readonly tables: number;
}

const WORDS: Readonly<Record<keyof Sales, string>> = {
  batches: 'batches of different items were accepted',
  misusedBatches: 'misused keys of batches were answered 409',
  templatesInBatches: 'items of batches were executions of a template',
  templatesOfAgents: 'templates were bought by agents',
  outdated: 'requests were refused since their quote was outdated',
  tables: 'price tables were in force when something was accepted',
};

/** Returns each count with its words and the least number. */
export function salesIn(evidence: Evidence, demanded: Sales | undefined): [what: string, is: number, least: number][] {
  if (demanded === undefined) return [];
  const counted = countIn(evidence);
  return Object.entries(WORDS).map(([name, words]) => [
    words,
    counted[name as keyof Sales],
    demanded[name as keyof Sales],
  ]);
}

function countIn(evidence: Evidence): Sales {
  const { batches, client, executions } = evidence;
  const accepted = new Set(batches.map(({ project_id, idempotency_key }) => `${project_id} ${idempotency_key}`));
  const requests = client.filter(({ act, sent }) => act === 'batch' && areDifferent(sent?.items ?? []));
  const varied = new Set(requests.map(({ projectId, idempotencyKey }) => `${projectId} ${idempotencyKey}`));
  const replies = exchangesOf(client);
  const ordered = orderedIn(evidence).filter(([, { tool }]) => isTemplate(tool));
  const templatesOf = (origin: string): number => ordered.filter(([, order]) => order.origin === origin).length;
  return {
    batches: [...varied].filter((key) => accepted.has(key)).length,
    misusedBatches: replies.filter(({ act, reply }) => act === 'batch-mismatch' && reply.status === 409).length,
    templatesInBatches: templatesOf('batch'),
    templatesOfAgents: templatesOf('agent'),
    outdated: replies.filter(({ reply }) => reply.message === 'price_version_mismatch').length,
    tables: new Set(executions.map(({ price_version }) => price_version)).size,
  };
}

const areDifferent = (items: readonly unknown[]): boolean => items.some((item) => !isEqual(item, items[0]));
