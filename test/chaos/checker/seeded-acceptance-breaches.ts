/** Breaches of the promises about acceptance: wrong responses to a request, a resend or a misused key. Only tests of the checks use them. */
import type { Evidence } from './evidence.ts';
import type { Change, Mutable } from './mutable.ts';

const AT = '2026-11-21T08:00:05.000Z';

/** Appends one more execution request or misuse to the log, with its response. */
function askAgain({ client }: Mutable<Evidence>, act: 'execute' | 'mismatch', reply: object): void {
  const { bodySha256 = null, ...asked } = client[0]!;
  client.push({ ...asked, bodySha256, request: 9, act }, { at: asked.at, replyTo: 9, ...reply });
}

function deny(evidence: Mutable<Evidence>): void {
  const { client } = evidence;
  const reply = client[7]!;
  const { id, executionStatus, ...said } = reply;
  client[7] = { ...said, status: 503, message: 'service_unavailable', accepted: false };
  const again = { ...client[6]!, request: 9 };
  client.push(again, { ...reply, at: AT, replyTo: 9, status: 202, id: id!, executionStatus: executionStatus! });
}

export const ACCEPTANCE_BREACHES: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I5', 'a replay that is answered as if it were new', ({ client }) => (client[3]!.replayed = false)],
  ['I5', 'what was accepted just now, answered as a replay', ({ client }) => (client[1]!.status = 200)],
  ['I5', 'a misused key answered 400', (evidence) => askAgain(evidence, 'mismatch', { status: 400 })],
  [
    'I5',
    'a misused key refused for its balance',
    (evidence) => askAgain(evidence, 'mismatch', { status: 429, message: 'insufficient_balance' }),
  ],
  ['I5', 'one that was accepted, reported as not accepted, and found when it was sent again', deny],
  [
    'I5',
    'a resend of an accepted request, reported as not accepted',
    (evidence) => askAgain(evidence, 'execute', { status: 503, message: 'service_unavailable', accepted: false }),
  ],
  [
    'I5',
    'a resend of what was accepted, refused as unavailable',
    (evidence) => askAgain(evidence, 'execute', { status: 429, message: 'tool_unavailable' }),
  ],
];
