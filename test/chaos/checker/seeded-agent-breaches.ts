/** Breaches of the promises to agents. Only tests of the checks use them. */
import type { Evidence } from './evidence.ts';
import { agentKeyOf } from './forms.ts';
import type { Change, Mutable } from './mutable.ts';

const AT = '2026-11-21T08:00:00.000Z';
const QUOTE = 'quo_2026-11-21.0123abcd_400_0123456789abcdef01234567_0123456789abcdef0123456789abcdef';

/** An agent bought the success of the run; it lost the first response and got the end in the others. */
export function buyByAnAgent({ client, executions }: Mutable<Evidence>): void {
  const [bought] = executions;
  for (const line of client.filter(
    ({ idempotencyKey: key, act }) => act === 'execute' && key === bought!.idempotency_key,
  ))
    Object.assign(line, { act: 'read', idempotencyKey: undefined });
  const { sent, quoted } = client.find(({ sent }) => sent?.arguments !== undefined)!;
  bought!.idempotency_key = agentKeyOf(QUOTE);
  const agreed = { sent: { tool: sent!.tool!, arguments: sent!.arguments! }, quoted: quoted! };
  const asked = { at: AT, act: 'agent', projectId: bought!.project_id, lineage: 0, quoteId: QUOTE, ...agreed };
  const data = {
    executionId: bought!.id,
    tool: bought!.tool,
    status: 'succeeded',
    maximumChargeMicros: 400,
    chargedMicros: 300,
  };
  const told = {
    at: bought!.finished_at!,
    status: 200,
    id: bought!.id,
    executionStatus: 'succeeded',
    chargedMicros: 300,
    data,
  };
  const breakdown = [{ description: 'Image generation', amountMicros: 400 }];
  client.push(
    { at: AT, act: 'agent-quote', projectId: bought!.project_id, lineage: 0, request: 39 },
    {
      at: AT,
      replyTo: 39,
      status: 200,
      data: { quoteId: QUOTE, minimumChargeMicros: 100, maximumChargeMicros: 400, breakdown },
    },
  );
  client.push({ ...asked, request: 40, ceilingMicros: 400 }, { at: AT, replyTo: 40, lost: 'hung up' });
  client.push({ ...asked, request: 41, ceilingMicros: 401 }, { ...told, replyTo: 41 });
  client.push({ ...asked, request: 42, ceilingMicros: 400 }, { ...told, replyTo: 42 });
}

export const byAnAgent =
  (change: Change): Change =>
  (evidence) => {
    buyByAnAgent(evidence);
    change(evidence);
  };

/** Responses to the calls; the response to the first call is the last one. */
const repliesIn = ({ client }: Mutable<Evidence>) =>
  [42, 41, 40].map((request) => client.find(({ replyTo }) => replyTo === request)!);

const refuse =
  (message: string, calls: number): Change =>
  (evidence) => {
    for (const reply of repliesIn(evidence).slice(0, calls)) {
      const { id: _id, executionStatus: _status, chargedMicros: _charged, lost: _lost, ...kept } = reply;
      const at = evidence.client.indexOf(reply);
      evidence.client[at] = { ...kept, status: 200, message };
    }
  };

export const AGENT_BREACHES: readonly (readonly [promise: string, what: string, change: Change])[] = [
  [
    'I5',
    'a quote that was paid twice',
    byAnAgent(({ executions }) => (executions[1]!.idempotency_key = executions[0]!.idempotency_key)),
  ],
  [
    'I5',
    'a quote that was paid under a key of its own each time',
    byAnAgent(({ executions }) => (executions[0]!.idempotency_key = agentKeyOf(`${QUOTE}0`))),
  ],
  [
    'I5',
    'an execution whose id its agent did not receive',
    byAnAgent((evidence) => Object.assign(repliesIn(evidence)[0]!, { id: 'exe_2', data: undefined })),
  ],
  ['I5', 'an execution above what its agent agreed to', byAnAgent(agreeToLess)],
  ['I5', 'a quote that was refused, and paid', byAnAgent(refuse('tool_unavailable', 3))],
  ['I5', 'a quote that was paid, and refused when it was repeated', byAnAgent(refuse('tool_unavailable', 1))],
  ['I5', 'a protocol error instead of a result', byAnAgent(refuse('protocol error -32603', 1))],
];

function agreeToLess({ client }: Mutable<Evidence>): void {
  client.find(({ request }) => request === 42)!.ceilingMicros = 399;
}
