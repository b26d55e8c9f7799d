/**
 * I5 for the state of a batch: responses count and sum up exactly its executions, in the order of the request, and name the tool, the version
 * and the amounts of the client's own quote.
 */
import type { Batch } from '../batch.ts';
import type { Json } from '../canonical.ts';
import { type Evidence, type Execution, isTerminal } from '../evidence.ts';
import { exchangesOf } from '../exchanges.ts';
import { nameOf, tableVersionOf } from '../forms.ts';
import { differencesOf } from '../shown.ts';
import type { BatchState, Quoted } from '../sold.ts';

export function checkBatchStates(evidence: Evidence): string[] {
  const { batches, executions, batchStates, client } = evidence;
  const rows = new Map(batches.map((batch) => [batch.id, batch]));
  const byId = new Map(executions.map((execution) => [execution.id, execution]));
  const ownOf = ({ items }: Batch): Execution[] => items.flatMap((id) => byId.get(id) ?? []);
  const states = batchStates.flatMap((state) => {
    const row = rows.get(state.id);
    return row === undefined ? [`the API has ${state.id}, the database has not`] : checkState(state, row, ownOf(row));
  });
  const missing = batchStates.length === 0 ? [] : unlisted(evidence);
  const told = exchangesOf(client).flatMap(({ act, request, reply: { id, data } }) => {
    const row = rows.get(id ?? '');
    return data === undefined || row === undefined || !act.startsWith('batch') ? [] : checkTold(request, data, row);
  });
  return [...states, ...missing, ...told, ...batches.flatMap((batch) => checkTerms(batch, evidence))];
}

function checkState({ id, polled, listed, results }: BatchState, row: Batch, own: readonly Execution[]): string[] {
  const found = [
    ...differencesOf(polled, { ...fixedFacts(row), ...movingFacts(own) }).map((what) => `a poll of ${id}: ${what}`),
    ...differencesOf(listed, fixedFacts(row)).map((what) => `the list of batches: ${id}: ${what}`),
  ];
  const order = results.map(({ index, id: execution }) => `${index} ${execution}`).join();
  if (order !== row.items.map((execution, index) => `${index} ${execution}`).join())
    found.push(`the results of ${id} are ${order}`);
  return found;
}

/** The API lists every batch of a project that it lists at all. */
function unlisted({ batches, batchStates, replies }: Evidence): string[] {
  const states = new Set(batchStates.map(({ id }) => id));
  const projects = new Set(replies.listed.map(({ projectId }) => projectId));
  return batches
    .filter(({ id, project_id }) => projects.has(project_id) && !states.has(id))
    .map(({ id }) => `the API does not list ${id}`);
}

const fixedFacts = (row: Batch): Json => ({
  id: row.id,
  tool: row.tool,
  priceVersion: row.price_version,
  executionCount: row.executions,
  minimumChargeMicros: row.minimum_micros,
  maximumChargeMicros: row.maximum_micros,
  createdAt: row.created_at,
  cancelRequested: row.cancel_requested_at !== null,
});

const COUNTED = ['queued', 'running', 'needs_review', 'succeeded', 'failed', 'cancelled'] as const;

function movingFacts(own: readonly Execution[]): Json {
  const counts = Object.fromEntries(
    COUNTED.map((status) => [
      status === 'needs_review' ? 'needsReview' : status,
      own.filter((each) => each.status === status).length,
    ]),
  );
  const ends = own.flatMap(({ finished_at }) => finished_at ?? []).toSorted((a, b) => Date.parse(a) - Date.parse(b));
  return {
    counts,
    chargedMicros: own.reduce((sum, { charged_micros }) => sum + (charged_micros ?? 0), 0),
    finishedAt: own.every(({ status }) => isTerminal(status)) ? (ends.at(-1) ?? null) : null,
  };
}

/** During the run: the same batch, whose counts add up. */
function checkTold(request: number, data: Json, row: Batch): string[] {
  const { cancelRequested: _, ...fixed } = fixedFacts(row);
  const counts = Object.values((data['counts'] ?? {}) as Readonly<Record<string, number>>);
  const sum = counts.reduce((total, count) => total + count, 0);
  const found = differencesOf(data, fixed).map((what) => `request ${request} was answered ${row.id}: ${what}`);
  return sum === row.executions
    ? found
    : [...found, `request ${request} was answered ${row.id} with counts of ${sum} executions, not ${row.executions}`];
}

/** The row of the batch is what the client was quoted and sent. */
function checkTerms(batch: Batch, { client }: Evidence): string[] {
  const { id, project_id, idempotency_key, tool, price_version, minimum_micros, maximum_micros, executions } = batch;
  const asked = client.find(
    (said) => said.act === 'batch' && said.projectId === project_id && said.idempotencyKey === idempotency_key,
  );
  if (asked === undefined) return []; // a batch without a request is found elsewhere
  const { sent, quoted } = asked;
  if (sent === undefined || quoted === undefined) return [`${id}: the client's log does not say what was agreed`];
  const [is, said] = [
    [tool, price_version, minimum_micros, maximum_micros, executions].join(' '),
    [
      nameOf(sent.tool ?? ''),
      tableVersionOf(quoted.priceVersion),
      quoted.minimumMicros,
      quoted.maximumMicros,
      sent.items?.length,
    ].join(' '),
  ];
  const found = is === said ? [] : [`${id} is ${is}, the client asked for ${said}`];
  const sums = [sumOf(quoted, 'minimumMicros'), sumOf(quoted, 'maximumMicros')].join(' to ');
  const whole = `${quoted.minimumMicros} to ${quoted.maximumMicros}`;
  if (sums !== whole) found.push(`the quote of ${id} is ${whole}, the quotes of its items are ${sums}`);
  return [...found, ...checkAmounts(id, quoted)];
}

/** The quote of a batch names the same amounts as the client's own quote of each item. */
const checkAmounts = (id: string, { items = [], amounts = [] }: Quoted): string[] =>
  items.flatMap(({ model, minimumMicros, maximumMicros }, index) =>
    differencesOf(amounts[index] ?? {}, {
      model,
      minimumChargeMicros: minimumMicros,
      maximumChargeMicros: maximumMicros,
    }).map((what) => `the quote of ${id}: of item ${index} ${what}`),
  );

const sumOf = ({ items = [] }: Quoted, amount: 'minimumMicros' | 'maximumMicros'): number =>
  items.reduce((sum, item) => sum + item[amount], 0);
