/**
 * I5 for agents: a quote is paid once, however often and over whichever gateway it is executed; every response about it is the
 * same; and no more is reserved or charged than the agent agreed to. An agent sends no key: the key in the database follows from
 * the quote, as documented.
 */
import type { Evidence, Execution } from '../evidence.ts';
import { type Exchange, exchangesOf } from '../exchanges.ts';
import { agentKeyOf } from '../forms.ts';
import { type Forgotten, forgottenIn } from '../forgotten.ts';

export const isOfAgent = ({ idempotency_key: key }: Execution): boolean => /^mcp_[0-9a-f]{64}$/.test(key);

/** Errors that leave open whether the execution was accepted. */
const OPEN: ReadonlySet<string> = new Set(['outcome_unknown', 'service_unavailable']);
const NOT_LOOKED_UP = 'rate_limit_exceeded';

export function checkAgents(evidence: Evidence): string[] {
  const { executions, client } = evidence;
  const forgotten = forgottenIn(evidence);
  const sent = Map.groupBy(
    exchangesOf(client).filter(({ act }) => act === 'agent'),
    ({ projectId, quoteId = '' }) => `${projectId} ${agentKeyOf(quoteId)}`,
  );
  const rows = Map.groupBy(executions.filter(isOfAgent), (row) => `${row.project_id} ${row.idempotency_key}`);
  const found: string[] = [];
  for (const [key, made] of rows) {
    if (made.length > 1) found.push(`${made.length} executions for ${key}`);
    if (!sent.has(key)) found.push(`${made[0]?.id} exists, and no agent executed a quote for ${key}`);
  }
  for (const [key, asked] of sent) found.push(...checkQuote(key, asked, { row: rows.get(key)?.[0], forgotten }));
  return found;
}

interface Kept {
  readonly row: Execution | undefined;
  readonly forgotten: Forgotten;
}

function checkQuote(key: string, asked: readonly Exchange[], { row, forgotten }: Kept): string[] {
  const found: string[] = [];
  for (const id of new Set(asked.flatMap(({ reply }) => reply.id ?? [])))
    if (id !== row?.id && !forgotten.isGone(id))
      found.push(`${key} was answered ${id}, the database has ${row?.id ?? 'none'}`);
  for (const { request, reply } of asked)
    if (reply.status !== undefined && reply.id === undefined && !isErrorOfTheApi(reply.message))
      found.push(`request ${request} of an agent was answered ${reply.status} ${reply.message}`);
  if (row === undefined) return found;
  const agreed = Math.min(...asked.map(({ ceilingMicros }) => ceilingMicros ?? 0));
  if (Math.max(row.maximum_micros, row.charged_micros ?? 0) > agreed)
    found.push(`${row.id} reserved ${row.maximum_micros} and was charged ${row.charged_micros}, agreed were ${agreed}`);
  if (asked.every(isRefused)) found.push(`every request for ${key} was refused, but ${row.id} exists`);
  return [...found, ...checkRepeated(key, asked, forgotten)];
}

/** An error that is neither one of the protocol nor a defect. */
const isErrorOfTheApi = (message: string | undefined): boolean =>
  message !== undefined && message !== 'internal_error' && !message.startsWith('protocol error');

const isRefused = ({ reply: { id, message, accepted } }: Exchange): boolean =>
  id === undefined && message !== undefined && (accepted === false || !OPEN.has(message));

/** After one response said accepted, no later response says that it was not. */
function checkRepeated(key: string, asked: readonly Exchange[], { isGone }: Forgotten): string[] {
  const firstTold = Math.min(
    ...asked.flatMap(({ reply: { id }, repliedAt }) => (id === undefined || isGone(id) ? [] : [repliedAt])),
  );
  return asked
    .filter((exchange) => exchange.askedAt > firstTold && isRefused(exchange))
    .filter(({ reply }) => reply.message !== NOT_LOOKED_UP)
    .map(
      ({ request, reply }) =>
        `request ${request} executed the quote of ${key} again, which was accepted, and was answered ${reply.message}`,
    );
}
