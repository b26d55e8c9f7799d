/** Gives an execution of the sound run another order, in every place where a system and its client would have it. Only tests use it. */
import { bodySha256Of, type Json, sha256Of } from './canonical.ts';
import type { Evidence, Execution, Planned, Said } from './evidence.ts';
import type { Mutable } from './mutable.ts';
import { linesOf } from './invariants/i01-lines.ts';
import { endedFacts } from './shown.ts';
import { bodyOf, planFor, QUOTED, workFor } from './sound-orders.ts';

export interface Reordered {
  readonly tool: string;
  readonly arguments: Json;
  readonly model?: string | null;
  readonly plan?: readonly Planned[];
  readonly lines?: typeof QUOTED.lines;
}

export function reorder(evidence: Mutable<Evidence>, id: string, { tool, arguments: input, ...own }: Reordered): void {
  const { executions, costs } = evidence;
  const execution = executions.find((each) => each.id === id)!;
  const { model = 'standard', plan = [planFor(input)], lines = QUOTED.lines } = own;
  const sent = bodyOf({ tool, arguments: input });
  const body_sha256 = bodySha256Of(sent);
  Object.assign(execution, { tool: tool.split(':')[0], model, plan: structuredClone(plan), body_sha256 });
  const agreed = { sent, bodySha256: sha256Of(JSON.stringify(sent)), quoted: { ...QUOTED, model, lines } };
  for (const said of requestsFor(evidence, execution)) Object.assign(said, structuredClone(agreed));
  for (const cost of costs) if (cost.token === `${id}.0` && 'prompt' in input) cost.work = workFor(input);
  showAgain(evidence);
}

const requestsFor = ({ client }: Mutable<Evidence>, { idempotency_key: key }: Execution): Mutable<Said>[] =>
  client.filter(({ act, idempotencyKey }) => act === 'execute' && idempotencyKey === key);

/** Responses show executions as they are now. */
export function showAgain({ shown, executions, replies }: Mutable<Evidence>): void {
  for (const statement of replies.statements) statement.tools = linesOf(executions, statement.month);
  for (const each of shown) each.data = shownData(executions.find(({ id }) => id === each.id)!);
}

/** A whole execution as a response shows it. */
export function shownData(row: Execution): Json {
  const steps = row.plan.map(({ engine }, index) => ({
    engine,
    status: row.status,
    chargedMicros: billedFor(row, index),
  }));
  return structuredClone({ ...endedFacts(row), startedAt: row.started_at, steps, billing: row.billing });
}

const billedFor = ({ billing }: Execution, index: number): number =>
  (billing ?? []).filter(({ step }) => step === index).reduce((sum, { amountMicros }) => sum + amountMicros, 0);
