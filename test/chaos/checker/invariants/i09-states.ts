/**
 * I9: a status moves only along the table, an epoch only rises, a claim's token never repeats, a stale worker writes nothing, no client sees a status
 * move back; nothing is cancelled without a request, and nothing succeeds before all of its steps have.
 */
import { type Change, type Evidence, type Execution, isTerminal, type Said, type Step } from '../evidence.ts';
import { type Forgotten, forgottenIn } from '../forgotten.ts';

/** The table of states in ARCHITECTURE.md. */
const EDGES: ReadonlySet<string> = new Set([
  'queued → running',
  'queued → cancelled',
  'running → succeeded',
  'running → failed',
  'running → cancelled',
  'running → needs_review',
  'needs_review → running',
  'needs_review → succeeded',
  'needs_review → failed',
  'needs_review → cancelled',
]);

/** Changes that only the worker with the current claim may write. */
const BY_CLAIM: ReadonlySet<string> = new Set(['dispatching', 'submitted', 'succeeded', 'failed']);

export function checkStates(evidence: Evidence): string[] {
  const { history, executions, batches, steps, client, replies } = evidence;
  const changes = Map.groupBy(history, ({ execution_id }) => execution_id);
  const final = new Map(executions.map((execution) => [execution.id, execution]));
  const itemsOf = new Map(batches.map(({ id, items }) => [id, items]));
  const asked = new Set(
    client.flatMap(({ act, executionId, batchId }) =>
      act === 'cancel' ? (executionId ?? []) : act === 'batch-cancel' ? (itemsOf.get(batchId ?? '') ?? []) : [],
    ),
  );
  const stepsOf = Map.groupBy(steps, ({ execution_id }) => execution_id);
  return [
    ...executions.flatMap((execution) => checkCancel(execution, asked)),
    ...executions.flatMap((execution) => checkSteps(execution, stepsOf.get(execution.id) ?? [])),
    ...[...changes].flatMap(([id, own]) => checkWay(own, final.get(id)?.status)),
    ...history.flatMap(checkStep),
    ...checkSeen(client, forgottenIn(evidence)),
    ...replies.read.flatMap(({ id, status, chargedMicros }) => {
      const row = final.get(id);
      const same = !isTerminal(status) || (row?.status === status && row.charged_micros === chargedMicros);
      return same ? [] : [`the API says that ${id} is ${status} for ${chargedMicros}, the database ${row?.status}`];
    }),
  ];
}

/** No client of the suite sends `Cancel-After`. */
function checkCancel({ id, status, cancel_requested_at }: Execution, asked: ReadonlySet<string>): string[] {
  if (asked.has(id)) return [];
  if (status === 'cancelled') return [`${id} was cancelled, and no client requested it`];
  return cancel_requested_at === null ? [] : [`${id} is to be cancelled, and no client requested it`];
}

function checkSteps({ id, status, plan }: Execution, steps: readonly Step[]): string[] {
  if (status !== 'succeeded') return [];
  const done = new Set(steps.filter((step) => step.status === 'succeeded').map(({ index }) => index));
  return plan.flatMap((_, index) => (done.has(index) ? [] : [`${id} succeeded, and its step ${index} did not`]));
}

function checkWay(changes: readonly Change[], end: string | undefined): string[] {
  const found: string[] = [];
  let [status, epoch, holder] = ['', 0, null as string | null];
  const tokens = new Set<string>();
  for (const { kind, execution_id, old_status, new_status, new_epoch, claim_token } of changes) {
    if (kind === 'step' || new_epoch === null) continue;
    const edge = `${old_status} → ${new_status}`;
    const allowed = old_status === null ? new_status === 'queued' : old_status === new_status || EDGES.has(edge);
    if (!allowed || (old_status ?? '') !== status) found.push(`${execution_id} went ${edge}`);
    if (isTerminal(status)) found.push(`${execution_id} was ${status} and changed`);
    if (new_epoch < epoch) found.push(`the epoch of ${execution_id} fell from ${epoch} to ${new_epoch}`);
    if (claim_token !== null && claim_token !== holder && tokens.has(claim_token))
      found.push(`a claim of ${execution_id} has the token of an earlier one`);
    if (claim_token !== null) tokens.add(claim_token);
    [status, epoch, holder] = [new_status, new_epoch, claim_token];
  }
  if (end !== status) found.push(`${changes[0]?.execution_id} is ${end}, and its last change was to ${status}`);
  return found;
}

function checkStep({ kind, execution_id, step, application, ...change }: Change): string[] {
  const { old_status, new_status, claim_token, execution_claim } = change;
  if (kind !== 'step') return [];
  const name = `step ${execution_id}.${step}`;
  if (BY_CLAIM.has(new_status) && old_status !== new_status && claim_token !== execution_claim)
    return [
      `${name} was written ${new_status} by ${application} of claim ${claim_token} while ${execution_claim} held it`,
    ];
  const ended = old_status === 'succeeded' || old_status === 'failed';
  return ended && new_status !== old_status ? [`${name} was ${old_status} and became ${new_status}`] : [];
}

const RANK: Readonly<Record<string, number>> = { queued: 0, running: 1, needs_review: 1 };
const rankOf = (status: string): number => RANK[status] ?? 2;

/** In the order of the log: a response never shows an earlier state than one reported before its request, unless a failover lost it. */
function checkSeen(client: readonly Said[], { overlaps }: Forgotten): string[] {
  const seen = new Map<string, Said>();
  const known = new Map<number, Said>();
  /** Time of each open request: a response that waited may show any state since then. */
  const waiting = new Map<number, string>();
  const found: string[] = [];
  for (const line of client) {
    const before = seen.get(line.executionId ?? '');
    if (line.request !== undefined && before !== undefined) known.set(line.request, before);
    if (line.request !== undefined && line.waitSeconds !== undefined) waiting.set(line.request, line.at);
    const { replyTo, id, executionStatus } = line;
    if (replyTo === undefined || id === undefined || executionStatus === undefined) continue;
    const earlier = known.get(replyTo);
    if (earlier?.id === id && earlier.executionStatus !== undefined)
      found.push(...checkAfter(earlier, line, earlier.executionStatus));
    const isForgotten = overlaps(waiting.get(replyTo) ?? line.at, line.at);
    if (!isForgotten && rankOf(executionStatus) >= rankOf(seen.get(id)?.executionStatus ?? 'queued'))
      seen.set(id, line);
  }
  return found;
}

function checkAfter(before: Said, after: Said, earlier: string): string[] {
  const later = after.executionStatus ?? '';
  if (rankOf(later) < rankOf(earlier)) return [`${after.id} was seen ${earlier}, then ${later}`];
  const same = later === earlier && after.chargedMicros === before.chargedMicros;
  return isTerminal(earlier) && !same
    ? [`${after.id} was seen ${earlier}, then ${later} for ${after.chargedMicros}`]
    : [];
}
