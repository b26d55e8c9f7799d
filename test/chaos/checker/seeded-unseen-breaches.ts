/** Breaches that leave rows, logs and responses in agreement, so that only a source outside the system tells them. Only tests of the checks use them. */
import type { Evidence } from './evidence.ts';
import type { Change, Mutable } from './mutable.ts';
import { cancelRunning } from './seeded-cancel-breaches.ts';
import { useAnAddress } from './seeded-upload-breaches.ts';

const AT = '2026-11-21T08:00:05.000Z';

const upload =
  (change: Change): Change =>
  (evidence) => {
    useAnAddress(evidence);
    evidence.client.find(({ request }) => request === 20)!.act = 'upload';
    change(evidence);
  };

/** The plan, the result and the file of the success. */
const made =
  (operation: string, parameters: object, file: object): Change =>
  ({ executions, files }) => {
    Object.assign(executions[0]!.plan[0]!, { operation, parameters });
    Object.assign(files[0]!, file);
  };

const step =
  (to: object): Change =>
  ({ shown }) => {
    Object.assign((shown[1]!.data as { steps: object[] }).steps[0]!, to);
  };
const said =
  (to: object): Change =>
  ({ shown }) =>
    void Object.assign(shown[1]!.data, to);
const row =
  (index: number, to: object): Change =>
  ({ executions }) =>
    Object.assign(executions[index]!, to);
const delivery =
  (to: object): Change =>
  ({ deliveries }) =>
    Object.assign(deliveries[0]!, to);

function exchange(evidence: Mutable<Evidence>): void {
  const { files, costs } = evidence;
  files.push({ ...files[0]!, id: 'file_2', execution_id: 'exe_2' });
  Object.assign(costs[1]!.work!, { seed: 'another' });
}

function rehearse(outcome: string, end: object): Change {
  return ({ client, executions }) => {
    for (const line of client)
      if (line.idempotencyKey === 'key-exe_1') line.sent = { tool: 'rehearsal', arguments: { outcome } };
    Object.assign(executions[0]!, { tool: 'rehearsal' }, end);
  };
}

type Unseen = readonly [promise: string, what: string, says: RegExp, change: Change];

export const UNSEEN_BREACHES: readonly Unseen[] = [
  [
    'I9',
    "a cancel by another member's key that is answered 200",
    /had no right/,
    (evidence) => {
      cancelRunning(evidence);
      evidence.client.find(({ act }) => act === 'cancel')!.lineage = 1;
    },
  ],
  ['I7', 'two projects that get the picture of one', /which was other work/, exchange],
  ['I7', 'an upload that is nowhere', /is not in its project/, upload(({ files }) => files.pop())],
  [
    'I7',
    'an upload whose response names another file',
    /was answered file_9/,
    upload(({ client }) => (client.find(({ file }) => file !== undefined)!.id = 'file_9')),
  ],
  [
    'I7',
    'the same bytes that are stored twice',
    /are the same bytes/,
    upload(({ files }) => files.push({ ...files.at(-1)!, id: 'file_9' })),
  ],
  ['I7', 'a file that expires early and is gone', /nobody asked for it/, ({ files }) => (files[0]!.deleted_at = AT)],
  ['I7', 'content that nobody deleted', /content of exe_1 was deleted/, row(0, { content_deleted_at: AT })],
  [
    'I11',
    'a delivered result that is said to be unreadable',
    /was delivered, and the step failed/,
    (evidence) => {
      evidence.steps[0]!.status = 'failed';
      row(0, { status: 'failed', status_reason: 'provider_output_invalid' })(evidence);
    },
  ],
  [
    'I7',
    'a picture that was resized otherwise',
    /was to be 16 pixels wide/,
    made('resize', { width: 16 }, { width: 32 }),
  ],
  ['I7', 'a picture of another size', /was to be 512x512/, ({ files }) => (files[0]!.width = 256)],
  ['I7', 'a picture of another type', /was to be webp/, made('convert', { format: 'webp' }, {})],
  ['I7', 'a film of another length', /was to last 3 s/, made('predict-video', { seconds: 3 }, { duration_seconds: 9 })],
  [
    'I7',
    'an analysis of another picture',
    /describes 9 × 9/,
    (evidence) => {
      const { executions, steps } = evidence;
      Object.assign(executions[0]!.plan[0]!, { operation: 'analyze', inputs: { source: { fileId: 'file_1' } } });
      steps[0]!.result = { width: 9, height: 9 };
    },
  ],
  [
    'I9',
    'a rehearsal that fails unasked',
    /was not asked to/,
    rehearse('succeed', { status: 'failed', status_reason: 'rehearsed_failure' }),
  ],
  ['I9', 'a rehearsal that succeeds unasked', /was asked to fail/, rehearse('fail', {})],
  ['I9', 'too few attempts', /after 1 attempts/, row(1, { status_reason: 'attempts_exhausted' })],
  [
    'I9',
    'a rejection that nobody said',
    /nobody rejected it/,
    (evidence) => {
      rehearse('succeed', { status: 'failed', status_reason: 'content_rejected' })(evidence);
    },
  ],
  [
    'I9',
    'a cancel before the start of what ran',
    /and had begun/,
    row(0, { status: 'cancelled', status_reason: 'cancelled_before_start' }),
  ],
  [
    'I9',
    'a review that a client is told, and that never was',
    /which it was not/,
    ({ client }) => (client[9]!.executionStatus = 'needs_review'),
  ],
  ['I12', 'a failed step of a success', /is a success with/, step({ status: 'failed' })],
  ['I12', 'a step of a success without a charge', /is a success with/, step({ chargedMicros: null })],
  [
    'I12',
    'a success without a bill',
    /no steps or no bill/,
    ({ shown }) => delete (shown[1]!.data as { billing?: unknown }).billing,
  ],
  ['I12', 'a success with an error', /has the error/, said({ error: { message: 'rehearsed_failure' } })],
  ['I12', 'an end under review', /is under review/, said({ review: { resolveBy: AT } })],
  ['I12', 'an execution in another currency', /is in EUR/, said({ currency: 'EUR' })],
  ['I12', 'usage in another currency', /is in EUR/, ({ replies }) => (replies.usage[0]!.data['currency'] = 'EUR')],
  ['I12', 'a list that leaves one out', /list of proj_1 shows exe_1 0 times/, ({ shown }) => shown.splice(0, 1)],
  ['I12', 'a list that repeats one', /list of proj_1 shows exe_1 2 times/, ({ shown }) => shown.push(shown[0]!)],
  [
    'I12',
    'a read of several that leaves one out',
    /read of proj_1 shows exe_1 0 times/,
    ({ shown }) => shown.splice(2, 1),
  ],
  ['I12', 'an older execution before a newer one', /after an older one/, row(2, { created_at: AT })],
  ['I14', 'a stream that goes on after an end', /then as queued/, ({ told }) => told.push({ ...told[1]! })],
  ['I14', 'a state that never was', /which it never was/, ({ told }) => (told[1]!.status = 'cancelled')],
  [
    'I14',
    'an end without end',
    /was sent 201 times/,
    ({ told }) => told.push(...Array.from({ length: 200 }, () => told[3]!)),
  ],
  [
    'I14',
    'a project without a stream',
    /has no stream/,
    ({ told }) => told.forEach((each) => (each.projectId = 'proj_2')),
  ],
  ['I14', 'a delivery that is given up', /is given up/, delivery({ delivered_at: null })],
  ['I14', 'a delivery that is recorded twice', /recorded 2 times/, ({ deliveries }) => deliveries.push(deliveries[0]!)],
  [
    'I14',
    'a log of other attempts',
    /its last attempt is/,
    delivery({ attempt_log: [{ at: AT, statusCode: 500, error: null }] }),
  ],
  [
    'I14',
    'a delivery that is taken an hour late',
    /long after it was/,
    delivery({ delivered_at: '2026-11-21T09:00:05.000Z' }),
  ],
  ['I14', 'a delivery to another endpoint', /has deliveries to/, delivery({ endpoint_id: 'whk_9' })],
  ['I14', 'a delivery that was taken with an error', /with the status 500/, delivery({ status_code: 500 })],
];
