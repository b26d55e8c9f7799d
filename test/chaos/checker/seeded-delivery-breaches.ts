/** Breaches of the promises about how often and when webhooks are sent. Only tests of the checks use them. */
import type { Evidence } from './evidence.ts';
import type { Change, Mutable } from './mutable.ts';
import type { Message } from './told.ts';

const FROM_MS = Date.parse('2026-11-21T08:02:00.000Z');

/** Sends the taken message again so many times, each a pause after the one before. */
const again =
  (times: number, pauseMs: number): Change =>
  ({ webhooks, deliveries }) => {
    const taken = webhooks[1] as Mutable<Message>;
    deliveries[0]!.attempts += times;
    for (let turn = 0; turn < times; turn++) {
      const at = new Date(FROM_MS + turn * pauseMs).toISOString();
      webhooks.push({ ...taken, at, signedAt: at });
    }
  };

const message =
  (to: Partial<Message>, index = 1): Change =>
  ({ webhooks }) =>
    Object.assign(webhooks[index]!, to);
const delivery =
  (to: Partial<Mutable<Evidence>['deliveries'][number]>): Change =>
  ({ deliveries }) =>
    Object.assign(deliveries[0]!, to);

export const DELIVERY_BREACHES: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I14', 'a webhook that is sent without end', again(40, 60_000)],
  ['I14', 'a webhook that is sent three times after it was taken', again(3, 61_000)],
  ['I14', 'a webhook that is sent twice at once', again(2, 10)],
  [
    'I14',
    'a refused webhook that is sent again at once',
    message({ at: '2026-11-21T08:00:05.200Z', signedAt: '2026-11-21T08:00:05.200Z' }, 3),
  ],
  [
    'I14',
    'a webhook before its end',
    message({ at: '2026-11-21T08:00:01.000Z', signedAt: '2026-11-21T08:00:01.000Z' }),
  ],
  ['I14', 'a webhook that tells another time of the end', message({ endedAt: '2026-11-21T08:00:04.000Z' })],
  ['I14', 'a webhook without the time of the end', message({ endedAt: null })],
  ['I14', 'a webhook with an old signature', message({ signedAt: '2026-11-21T07:50:00.000Z' })],
  ['I14', 'a webhook without a record of its delivery', ({ deliveries }) => deliveries.shift()],
  ['I14', 'a delivery of nothing that ended', delivery({ execution_id: 'exe_9' })],
  ['I14', 'a delivery of another event', delivery({ event: 'execution.failed' })],
  ['I14', 'a delivery with fewer attempts than came', delivery({ attempts: 0 })],
  ['I14', 'a delivery with attempts that never came', delivery({ attempts: 60 })],
  ['I14', 'a delivery that was taken before it came', delivery({ delivered_at: '2026-11-21T08:00:03.000Z' })],
  ['I14', 'a delivery that was taken, and is to be sent again', delivery({ next_at: '2026-11-21T09:00:00.000Z' })],
  [
    'I14',
    'a delivery that counts as taken, and was refused',
    ({ webhooks }) => webhooks.forEach((line) => 'isTaken' in line && line.id === 'exe_2' && (line.isTaken = false)),
  ],
];
