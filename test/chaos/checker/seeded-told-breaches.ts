/** Breaches of the promises to clients that stream or have webhooks. Only tests of the checks use them. */
import type { Change } from './mutable.ts';
import type { Message } from './told.ts';

export const TOLD_BREACHES: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I14', 'an end that no client received', ({ told }) => told.splice(4, 1)],
  ['I14', 'an end that was sent before another state', ({ told }) => told.push({ ...told[1]! })],
  ['I14', 'an end in other words than a poll has', ({ told }) => (told[3]!.sha256 = 'abd')],
  ['I14', 'a charge that was streamed differently', ({ told }) => (told[4]!.chargedMicros = 49)],
  [
    'I14',
    'an execution that another project received',
    ({ told }) => told.unshift({ ...told[1]!, projectId: 'proj_2' }),
  ],
  ['I14', 'a position that the gateway did not know', ({ told }) => (told[2]!.resumed = false)],
  ['I14', 'an end that no endpoint took', ({ webhooks }) => webhooks.splice(3, 1)],
  ['I14', 'an end that was sent unsigned', change({ isSigned: false })],
  ['I14', 'an end that was sent as another', change({ type: 'execution.failed' })],
  ['I14', 'a charge that was sent differently', change({ chargedMicros: 299 })],
  ['I14', 'an end that was sent in other words than a poll has', change({ sha256: 'abd' })],
  ['I14', 'an end that another project was sent', change({ projectId: 'proj_2' })],
  ['I14', 'an end that was sent under two ids', change({ messageId: 'msg_3' }, 3)],
  ['I14', 'two ends that were sent under one id', change({ messageId: 'msg_2' })],
];

/** Changes a webhook message. */
function change(to: Partial<Message>, index = 1): Change {
  return ({ webhooks }) => Object.assign(webhooks[index]!, to);
}
