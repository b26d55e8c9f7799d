/** I5: every accepted id exists for ever; one execution for each project and Idempotency-Key; a mismatch is refused. */
import { type Evidence, type Execution, isTerminal } from '../evidence.ts';
import { type Exchange, exchangesOf } from '../exchanges.ts';

const CODES: ReadonlySet<number> = new Set([200, 202, 400, 409, 429, 503]);

export function checkAcceptance(evidence: Evidence): string[] {
  const { executions, client } = evidence;
  const exchanges = exchangesOf(client);
  const paid = exchanges.filter(({ act }) => act === 'execute' || act === 'mismatch');
  const byKey = Map.groupBy(executions, ({ project_id, idempotency_key }) => `${project_id} ${idempotency_key}`);
  const sentByKey = Map.groupBy(paid, ({ projectId, idempotencyKey }) => `${projectId} ${idempotencyKey}`);
  const found = exchanges.flatMap(checkAnswer);
  for (const [key, rows] of byKey) {
    if (rows.length > 1) found.push(`${rows.length} executions for ${key}`);
    if (!sentByKey.has(key)) found.push(`${rows[0]?.id} exists, and nobody asked for ${key}`);
  }
  for (const [key, sent] of sentByKey) found.push(...checkKey(key, sent, byKey.get(key)?.[0]));
  return [...found, ...checkListed(evidence)];
}

/** No answer outside of the contract, and none that says the same thing in two ways. */
function checkAnswer({ request, act, answer }: Exchange): string[] {
  const { status, executionStatus } = answer;
  if (status === undefined) return [];
  if (!CODES.has(status)) return [`request ${request} (${act}) was answered ${status} ${answer.message}`];
  if ((act !== 'execute' && act !== 'mismatch') || executionStatus === undefined) return [];
  return (status === 200) === isTerminal(executionStatus)
    ? []
    : [`request ${request} was answered ${status} with ${answer.id}, which was ${executionStatus}`];
}

function checkKey(key: string, sent: readonly Exchange[], row: Execution | undefined): string[] {
  const found: string[] = [];
  const ids = new Set(sent.flatMap(({ answer }) => answer.id ?? []));
  for (const id of ids)
    if (id !== row?.id) found.push(`${key} was answered ${id}, the database has ${row?.id ?? 'none'}`);
  const misused = sent.filter(({ act, answer }) => act === 'mismatch' && answer.id !== undefined);
  for (const { request, answer } of misused)
    found.push(`request ${request} misused ${key} and was answered ${answer.id}`);
  const plain = sent.filter(({ act }) => act === 'execute');
  if (row !== undefined && plain.every(isRefusal))
    found.push(`every request for ${key} was refused, but ${row.id} exists`);
  return found;
}

/** Said to be refused, or said not to be accepted; anything else leaves it open. */
const isRefusal = ({ answer: { status, accepted } }: Exchange): boolean =>
  status !== undefined && ((status >= 400 && status < 500) || accepted === false);

/** The API lists exactly what the database has. */
function checkListed({ executions, answers }: Evidence): string[] {
  return answers.listed.flatMap(({ projectId, ids }) => {
    const rows = executions.filter(({ project_id }) => project_id === projectId).map(({ id }) => id);
    const same = ids.length === rows.length && new Set([...ids, ...rows]).size === rows.length;
    return same ? [] : [`${projectId}: the API lists ${ids.length} executions, the database has ${rows.length}`];
  });
}
