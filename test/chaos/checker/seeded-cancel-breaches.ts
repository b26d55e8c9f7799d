/** Breaches of the promises about cancels. Only tests of the checks use them. */
import type { Evidence, Said } from './evidence.ts';
import { makeABatch } from './seeded-batch-breaches.ts';
import type { Change, Mutable } from './mutable.ts';
import { showRows } from './sound-beside.ts';

const BEFORE = '2026-11-21T08:00:02.500Z';
const ASKED = '2026-11-21T08:00:03.000Z';
const SAID = '2026-11-21T08:00:03.500Z';
const ENDED = '2026-11-21T08:00:05.000Z';
const OTHER = 'bat_00000000000000000000000000';

/** Removes the last execution, and accepts in its place one that was cancelled before it began, at the client's request. */
export function cancelQueued(evidence: Mutable<Evidence>): void {
  const { executions, transfers, accounts, history, steps, told, webhooks, deliveries, replies, keyCaps } = evidence;
  const cancelled = { status: 'cancelled', status_reason: 'cancelled_before_start', charged_micros: 0, billing: [] };
  Object.assign(executions[2]!, { ...cancelled, cancel_requested_at: ASKED, finished_at: ASKED, resolve_by: null });
  executions[2]!.started_at = null;
  steps.splice(2, 1);
  const end = { ...transfers[7]!, debit: 'held', created_at: ASKED };
  transfers.push({ ...end, id: 9, kind: 'settle', credit: 'spent', amount_micros: 0 });
  transfers.push({ ...end, id: 10, kind: 'release', credit: 'available' });
  Object.assign(accounts[0]!, { held_micros: 0, available_micros: 1650 });
  keyCaps[0]!.held_micros = 0;
  Object.assign(replies.usage[0]!.data, { heldMicros: 0, availableMicros: 1650 });
  const first = history.find(({ execution_id }) => execution_id === 'exe_3')!;
  const kept = history.filter(({ execution_id }) => execution_id !== 'exe_3');
  const ending = { at: ASKED, began: ASKED, old_status: 'queued', new_status: 'cancelled', old_epoch: 0, new_epoch: 0 };
  history.splice(0, history.length, ...kept, first, { ...first, ...ending });
  Object.assign(told.at(-1)!, { status: 'cancelled', chargedMicros: 0 });
  const message = { id: 'exe_3', messageId: 'msg_3', type: 'execution.cancelled', status: 'cancelled', endedAt: ASKED };
  webhooks.push({ ...webhooks.at(-1)!, ...message, chargedMicros: 0 });
  deliveries.push({ ...deliveries.at(-1)!, execution_id: 'exe_3', event: 'execution.cancelled' });
  ask(
    evidence,
    { executionId: 'exe_3' },
    { status: 200, id: 'exe_3', executionStatus: 'cancelled', cancelRequested: true },
  );
  showRows(evidence);
}

/** Cancels the success of the run while it runs: it is too late to stop the paid call. */
export function cancelRunning(evidence: Mutable<Evidence>): void {
  const { executions, history, client } = evidence;
  executions[0]!.cancel_requested_at = ASKED;
  for (const change of history)
    if (change.execution_id === 'exe_1' && change.kind === 'execution' && change.new_status === 'running')
      change.at = BEFORE;
  ask(
    evidence,
    { executionId: 'exe_1' },
    { status: 200, id: 'exe_1', executionStatus: 'running', cancelRequested: true },
  );
  client.splice(2, 0, ...client.splice(-2)); // before its end was seen
  showRows(evidence);
}

/** Cancels the batch of both ended executions after it ended. */
export function cancelEndedBatch(evidence: Mutable<Evidence>): void {
  makeABatch(evidence);
  const { batches, replies } = evidence;
  const late = '2026-11-21T08:00:05.800Z';
  batches[0]!.cancel_requested_at = late;
  replies.batches[0]!.cancelRequested = true;
  ask(evidence, { batchId: OTHER }, { at: late, status: 200, id: OTHER, cancelRequested: true });
  showRows(evidence);
}

type Asked = { readonly executionId: string } | { readonly batchId: string };

/** A time of the response is also that of the request. */
function ask({ client }: Mutable<Evidence>, asked: Asked, reply: Partial<Mutable<Said>>): void {
  const act = 'batchId' in asked ? 'batch-cancel' : 'cancel';
  client.push({ at: reply.at ?? ASKED, request: 60, act, projectId: 'proj_1', lineage: 0, ...asked });
  client.push({ at: SAID, replyTo: 60, ...reply });
}

const after =
  (prepare: Change) =>
  (change: Change): Change =>
  (evidence) => {
    prepare(evidence);
    change(evidence);
  };
const [queued, running, ofBatch] = [after(cancelQueued), after(cancelRunning), after(cancelEndedBatch)];

const reply = (change: (said: Mutable<Said>) => unknown): Change =>
  running(({ client }) => change(client.find(({ replyTo }) => replyTo === 60)!));

/** Nothing happens to an execution whose cancel was answered as if something had. */
function ignore(evidence: Mutable<Evidence>): void {
  ask(
    evidence,
    { executionId: 'exe_3' },
    { status: 200, id: 'exe_3', executionStatus: 'needs_review', cancelRequested: true },
  );
}

/** A batch cancel is answered, and an item that ended later went on. */
function ignoreBatch(evidence: Mutable<Evidence>): void {
  makeABatch(evidence);
  evidence.batches[0]!.cancel_requested_at = ASKED;
  evidence.replies.batches[0]!.cancelRequested = true;
  for (const change of evidence.history)
    if (change.kind === 'execution' && change.new_status === 'running') change.at = BEFORE;
  ask(evidence, { batchId: OTHER }, { status: 200, id: OTHER, cancelRequested: true });
  showRows(evidence);
}

/** The execution was still queued at the response, and ran. */
function runLater(evidence: Mutable<Evidence>): void {
  cancelRunning(evidence);
  for (const change of evidence.history)
    if (change.execution_id === 'exe_1' && change.new_status === 'running') change.at = ENDED;
}

/** The paid call began after the response. */
function callLater({ history, costs }: Mutable<Evidence>): void {
  const call = history.find(
    ({ execution_id, new_status }) => execution_id === 'exe_1' && new_status === 'dispatching',
  )!;
  Object.assign(call, { at: '2026-11-21T08:00:04.000Z' });
  costs[0]!.at = '2026-11-21T08:00:04.500Z';
}

/** Work of our own machines went on for a minute, and succeeded. */
function goOn(evidence: Mutable<Evidence>): void {
  const { executions, history, transfers, webhooks, steps, costs, recordedCosts } = evidence;
  const late = '2026-11-21T08:00:33.000Z';
  const [execution] = executions;
  execution!.plan[0]!.engine = 'image';
  execution!.finished_at = late;
  for (const each of transfers) if (each.execution_id === 'exe_1' && each.kind !== 'reserve') each.created_at = late;
  for (const each of history)
    if (each.execution_id === 'exe_1' && each.new_status === 'succeeded')
      Object.assign(each, { at: late, began: late });
  history.splice(
    0,
    history.length,
    ...history.filter(({ kind, execution_id }) => kind === 'execution' || execution_id !== 'exe_1'),
  );
  [costs, recordedCosts].forEach((rows) => rows.shift());
  steps[0]!.units = 3;
  for (const line of webhooks)
    if ('id' in line && line.id === 'exe_1') Object.assign(line, { endedAt: late, at: late, signedAt: late });
  for (const each of evidence.deliveries) if (each.execution_id === 'exe_1') each.delivered_at = late;
  for (const line of evidence.client) if (line.executionStatus === 'succeeded') line.at = late;
  evidence.run.quietAt = late;
  showRows(evidence);
}

const refused =
  (message: string, executionId = 'exe_3'): Change =>
  (evidence) =>
    ask(evidence, { executionId }, { status: 400, message });

export const CANCEL_BREACHES: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I9', 'a cancel that was answered 200, and of which nothing is on record', ignore],
  ['I9', 'a cancel of a batch that does nothing to an open item', ignoreBatch],
  [
    'I9',
    'a cancel of a batch of which nothing is on record',
    ofBatch((evidence) => {
      evidence.batches[0]!.cancel_requested_at = null;
      evidence.replies.batches[0]!.cancelRequested = false;
      showRows(evidence);
    }),
  ],
  [
    'I9',
    'a cancelled batch that does not say so',
    ofBatch(({ replies }) => (replies.batches[0]!.cancelRequested = false)),
  ],
  [
    'I9',
    'a batch that nobody cancelled, and says so',
    after(makeABatch)(({ replies }) => (replies.batches[0]!.cancelRequested = true)),
  ],
  [
    'I9',
    'a batch that nobody cancelled',
    after(makeABatch)((evidence) => {
      evidence.replies.batches[0]!.cancelRequested = true;
      evidence.batches[0]!.cancel_requested_at = ASKED;
      showRows(evidence);
    }),
  ],
  ['I9', 'a cancelled batch that is not shown', ofBatch(({ replies }) => replies.batches.pop())],
  ['I9', 'a response that does not say that a cancel was requested', reply((said) => (said.cancelRequested = false))],
  ['I9', 'a response without a word about the cancel', reply((said) => delete said.cancelRequested)],
  ['I9', 'a cancel that is answered with another execution', reply((said) => Object.assign(said, { id: 'exe_2' }))],
  ['I9', 'a later read that shows no cancel', running(readAgain)],
  [
    'I9',
    'an execution that is shown without its cancel',
    running(({ replies }) => (replies.shown[0]!.cancelRequested = false)),
  ],
  [
    'I9',
    'an execution that is shown with a cancel that nobody requested',
    ({ replies }) => (replies.shown[0]!.cancelRequested = true),
  ],
  [
    'I9',
    'a cancel that is recorded before anybody asked',
    running(({ executions }) => (executions[0]!.cancel_requested_at = '2026-11-21T08:00:01.000Z')),
  ],
  [
    'I9',
    'a cancel that is recorded long after its response',
    running(({ executions }) => (executions[0]!.cancel_requested_at = ENDED)),
  ],
  ['I9', 'a queued execution that runs after its cancel', runLater],
  ['I9', 'a paid call that begins after the cancel', running(callLater)],
  ['I9', 'work of our own that goes on after the cancel', running(goOn)],
  [
    'I9',
    'an execution that is said to be cancelled, and is not',
    reply((said) => Object.assign(said, { executionStatus: 'cancelled', at: ENDED })),
  ],
  [
    'I9',
    'a cancel that was refused, and has an effect',
    queued(({ client }) => Object.assign(client.at(-1)!, { status: 400, message: 'execution_cancel_forbidden' })),
  ],
  ['I9', 'a cancel that is refused as if the execution had ended', refused('execution_already_finished')],
  ['I9', 'a cancel that its own key may not request', refused('execution_cancel_forbidden')],
  ['I9', 'a cancel of what is there, and is said to be absent', refused('execution_not_found')],
  ['I9', 'a cancel that is refused for no reason', refused('invalid_request')],
];

function readAgain({ client }: Mutable<Evidence>): void {
  client.push({ at: ENDED, request: 61, act: 'read', projectId: 'proj_1', lineage: 0, executionId: 'exe_1' });
  const said = { status: 200, id: 'exe_1', executionStatus: 'succeeded', chargedMicros: 300, cancelRequested: false };
  client.push({ at: ENDED, replyTo: 61, ...said });
}
