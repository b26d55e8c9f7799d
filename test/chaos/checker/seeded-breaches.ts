/**
 * Breaches that leave all accounts balanced: every row, log and response is changed as a system with a defect would write them, so that only
 * the check that knows the right result can notice. Only tests of the checks use them.
 */
import type { Evidence } from './evidence.ts';
import { clipFilm, convertSpeech } from './free-steps.ts';
import type { Change, Mutable } from './mutable.ts';
import { reorder, showAgain } from './reordered.ts';
import { showRows } from './sound-beside.ts';
import { inputOf, planFor } from './sound-orders.ts';

/** Charges the success of the sound run this amount, consistently in every table. */
export function charge(evidence: Mutable<Evidence>, amount: number): void {
  const more = amount - 300;
  const { executions, transfers, accounts, usage, replies, client } = evidence;
  Object.assign(executions[0]!, { charged_micros: amount, billing: [{ amountMicros: amount }] });
  transfers[3]!.amount_micros += more;
  transfers[4]!.amount_micros -= more;
  if (amount === 400) transfers.splice(4, 1);
  accounts[0]!.available_micros -= more;
  accounts[0]!.spent_micros += more;
  usage[0]!.charged_micros += more;
  evidence.keyUsage[0]!.charged_micros += more;
  const { data } = replies.usage[0]!;
  Object.assign(data, { chargedMicros: usage[0]!.charged_micros, availableMicros: accounts[0]!.available_micros });
  replies.read[0]!.chargedMicros = amount;
  for (const said of [...client, ...evidence.told, ...evidence.webhooks])
    if ('chargedMicros' in said && said.chargedMicros === 300) said.chargedMicros = amount;
  showRows(evidence);
}

/** Ends the review of the sound run in this way, and releases its hold. */
export function giveUp(evidence: Mutable<Evidence>, at: string): void {
  const { executions, transfers, accounts, history, replies } = evidence;
  const ended = { status: 'failed', status_reason: 'unresolved', charged_micros: 0, billing: [], finished_at: at };
  Object.assign(executions[2]!, { ...ended, resolve_by: null });
  Object.assign(evidence.told.at(-1)!, { status: 'failed', chargedMicros: 0 });
  evidence.webhooks.push({ ...evidence.webhooks.at(-1)!, id: 'exe_3', messageId: 'msg_3', chargedMicros: 0 });
  const reserve = transfers.find(({ execution_id, kind }) => execution_id === 'exe_3' && kind === 'reserve')!;
  const end = { ...reserve, debit: 'held', created_at: at };
  transfers.push({ ...end, id: 9, kind: 'settle', credit: 'spent', amount_micros: 0 });
  transfers.push({ ...end, id: 10, kind: 'release', credit: 'available' });
  evidence.deliveries.push({ ...evidence.deliveries.at(-1)!, execution_id: 'exe_3' });
  Object.assign(accounts[0]!, { held_micros: 0, available_micros: 1650 });
  evidence.keyCaps[0]!.held_micros = 0;
  Object.assign(replies.usage[0]!.data, { heldMicros: 0, availableMicros: 1650 });
  const review = history.find(({ new_status }) => new_status === 'needs_review')!;
  history.push({
    ...review,
    at,
    application: 'farebox-keeper',
    old_status: 'needs_review',
    new_status: 'failed',
    old_epoch: 1,
  });
  showRows(evidence);
}

function creditAgain({ transfers, accounts, replies }: Mutable<Evidence>): void {
  transfers.push({ ...transfers[0]!, id: 9 });
  Object.assign(accounts[0]!, { funded_micros: 4000, available_micros: 3250 });
  replies.usage[0]!.data['availableMicros'] = 3250;
}

/** Adds or removes money without a payment, in accounts that add up. */
const fund =
  (amount: number, kind: 'credit' | 'adjustment' | 'refund', refunds: string | null = null): Change =>
  ({ transfers, accounts, replies }) => {
    const debit = amount > 0 ? 'funding' : 'available';
    transfers.push({ ...transfers[0]!, id: 9, kind, debit, amount_micros: Math.abs(amount), refunds });
    const [account, { data }] = [accounts[0]!, replies.usage[0]!];
    account.funded_micros += amount;
    account.available_micros += amount;
    data['availableMicros'] = account.available_micros;
  };

/** Turns the failure of the sound run into a cancellation at the same cost. */
function cancelUnasked(evidence: Mutable<Evidence>): void {
  const { executions, history, told, webhooks, deliveries } = evidence;
  deliveries[1]!.event = 'execution.cancelled';
  Object.assign(executions[1]!, { status: 'cancelled', status_reason: 'cancelled', cancel_requested_at: AT });
  told.find(({ id }) => id === 'exe_2')!.status = 'cancelled';
  const cancelled = { type: 'execution.cancelled', status: 'cancelled' };
  for (const line of webhooks) if ('id' in line && line.id === 'exe_2') Object.assign(line, cancelled);
  history.find(({ kind, new_status }) => kind === 'execution' && new_status === 'failed')!.new_status = 'cancelled';
  showRows(evidence);
}

function unread(evidence: Mutable<Evidence>): void {
  reorder(evidence, 'exe_2', { tool: 'image-generate', arguments: inputOf('unreadable') });
  evidence.costs[1]!.behaviour = { name: 'unreadable' };
}

const AT = '2026-11-21T08:00:05.000Z';
const EARLY = '2026-11-21T08:00:00.500Z';
const TOMORROW = '2026-11-22T08:00:00.000Z';

/** Removes the paid effect of the success, and its intent. */
function forgetTheEffect({ costs, recordedCosts, history }: Mutable<Evidence>): void {
  costs.splice(0, 1);
  recordedCosts.splice(0, 1);
  const isIntent = ({ kind, execution_id }: (typeof history)[number]): boolean =>
    kind === 'step' && execution_id === 'exe_1';
  history.splice(0, history.length, ...history.filter((change) => !isIntent(change)));
}

/** Gives the success an operation without a file as its outcome. */
const otherVersion = ({ executions: [, , one] }: Evidence): object => Object.assign(one!, { tool: '@a', model: '2' });

function resultless(evidence: Mutable<Evidence>): void {
  const { files, objects, replies } = evidence;
  const plan = { ...planFor({ prompt: '#sim:ok a lighthouse' }), operation: 'transcribe' };
  reorder(evidence, 'exe_1', { tool: 'audio-transcribe', arguments: { prompt: '#sim:ok a lighthouse' }, plan: [plan] });
  files.splice(0);
  objects.splice(0, 1);
  replies.downloads.splice(0);
}

const after =
  (prepare: Change) =>
  (change: Change): Change =>
  (evidence) => {
    prepare(evidence);
    change(evidence);
  };
const [converted, clipped] = [after(convertSpeech), after(clipFilm)];

/** A run without requests, faults and breaches. */
function empty({ probes: _, ...evidence }: Mutable<Evidence>): void {
  const { replies, run } = evidence;
  for (const rows of [...Object.values(evidence), run.customers]) if (Array.isArray(rows)) rows.splice(0);
  Object.assign(replies, { usage: [], listed: [], read: [], foreign: [], downloads: [] });
  Object.assign(replies, { shown: [], batches: [], addresses: [], statements: [] });
}

function countLess(evidence: Mutable<Evidence>): void {
  evidence.steps.at(-1)!.units = 4;
  evidence.executions[0]!.billing!.at(-1)!.quantity = 4;
  showAgain(evidence);
}

function deleteEarly({ files, objects, replies }: Mutable<Evidence>): void {
  files[0]!.deleted_at = AT;
  objects.splice(0, 1);
  replies.downloads.splice(0, 1);
}

export const BREACHES: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I0', 'an empty run', empty],
  ['I0', 'a part in which too little came to each status', ({ run }) => ((run.part = 'mix'), (run.executions = 999))],
  ['I0', 'a part that the checker does not know', ({ run }) => (run.part = 'mixed')],
  ['I12', 'a success charged the whole hold', (evidence) => charge(evidence, 400)],
  ['I12', 'a charge one micro beside units × price', (evidence) => charge(evidence, 301)],
  ['I12', 'a charge one micro below units × price', (evidence) => charge(evidence, 299)],
  [
    'I12',
    'more reserved than the client agreed to',
    ({ client }) => client.forEach((said) => said.ceilingMicros !== undefined && (said.ceilingMicros = 399)),
  ],
  ['I12', 'another price than was quoted', ({ executions }) => (executions[2]!.plan[0]!.price.unitPriceMicros = '99')],
  ['I12', 'another template version than quoted', otherVersion],
  ['I12', 'more units than were planned for', ({ steps }) => (steps[0]!.units = 5)],
  [
    'I7',
    'a success without its artifact',
    ({ files, objects, replies }) => (files.splice(0), objects.splice(0, 1), replies.downloads.splice(0)),
  ],
  ['I7', 'a success without its result', resultless],
  [
    'I7',
    'content that is gone without a recorded deletion',
    ({ executions }) => Reflect.deleteProperty(executions[0]!.plan[0]!, 'parameters'),
  ],
  ['I7', 'content that was deleted, and is there', ({ executions }) => (executions[0]!.content_deleted_at = TOMORROW)],
  ['I7', 'a sound of another type', converted(({ files }) => (files[1]!.mime_type = 'audio/wav'))],
  ['I7', 'a sound that is cut short', converted(({ files }) => (files[1]!.duration_seconds = 4))],
  ['I7', 'a sound without its length', converted(({ files }) => (files[1]!.duration_seconds = null))],
  ['I7', 'fewer seconds counted than there were', converted(countLess)],
  ['I7', 'a clip that is the whole film', clipped(({ files }) => (files[1]!.duration_seconds = 5.04))],
  ['I4', 'a success without a paid effect', forgetTheEffect],
  ['I7', 'a live artifact deleted with its object', deleteEarly],
  ['I6', 'a review ended at once', (evidence) => giveUp(evidence, AT)],
  ['I6', 'a review that is set too short', ({ run }) => (run.reviewResolveSeconds = 60)],
  ['I6', 'a review far past its resolveBy', ({ run }) => (run.quietAt = TOMORROW)],
  ['I1', 'a payment credited twice', creditAgain],
  ['I1', 'a credit that no operator gave', fund(50, 'credit')],
  ['I1', 'an adjustment that no operator made', fund(-50, 'adjustment')],
  ['I1', 'a refund above the charge', fund(301, 'refund', 'exe_1')],
  ['I1', 'a refund of what is still open', fund(1, 'refund', 'exe_3')],
  ['I1', 'a refund of nothing', fund(1, 'refund')],
  ['I9', 'a cancel that no client requested', cancelUnasked],
  [
    'I9',
    'a pending cancel that no client requested',
    (evidence) => {
      evidence.executions[2]!.cancel_requested_at = AT;
      showAgain(evidence);
    },
  ],
  [
    'I3',
    'a cost on record that its service did not take',
    ({ recordedCosts }) => (recordedCosts[0]!.stated_micros = 201),
  ],
  ['I3', 'a failure charged for a result that cannot be read', unread],
  ['I3', 'a late invoice that is not the one', ({ recordedCosts }) => (recordedCosts[0]!.late_micros = 199)],
  ['I3', 'a call of which no cost is on record', ({ recordedCosts }) => recordedCosts.splice(0, 1)],
  ['I3', 'a failure charged other than it was booked', ({ recordedCosts }) => (recordedCosts[1]!.booked_micros = 49)],
  ['I4', 'a paid effect before its intent', ({ costs }) => (costs[0]!.at = EARLY)],
  [
    'I4',
    'a paid effect without an intent',
    ({ history }) =>
      history.splice(
        history.findIndex(({ execution_id, new_status }) => execution_id === 'exe_2' && new_status === 'dispatching'),
        1,
      ),
  ],
];
