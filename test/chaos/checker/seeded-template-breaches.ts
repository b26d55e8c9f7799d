/** Sales of templates, and their breaches. Only tests of the checks use them. */
import { bodySha256Of, sha256Of } from './canonical.ts';
import type { Evidence } from './evidence.ts';
import { agentKeyOf } from './forms.ts';
import { reorder, showAgain } from './reordered.ts';
import type { Change, Mutable } from './mutable.ts';
import { AT, VERSION } from './sound-orders.ts';

type Found = Mutable<Evidence>;

/** The success is an execution of the template's first version. */
export function buyATemplate(evidence: Found, tool = '@chaos'): void {
  const { client, executions } = evidence;
  const asked = { tool, arguments: { prompt: '#sim:ok a lighthouse' } };
  reorder(evidence, 'exe_1', { ...asked, model: '1', plan: executions[0]!.plan });
  const priceVersion = `${VERSION}.1`;
  for (const line of [client[0]!, client[2]!]) {
    line.quoted!.priceVersion = line.sent!.priceVersion = priceVersion;
    line.bodySha256 = sha256Of(JSON.stringify(line.sent));
  }
  executions[0]!.body_sha256 = bodySha256Of(client[0]!.sent);
}

const templated =
  (change: Change): Change =>
  (evidence) => {
    buyATemplate(evidence);
    change(evidence);
  };

const TEMPLATE_QUOTE = `quo_${VERSION}.1_400_0123456789abcdef01234567_0123456789abcdef0123456789abcdef`;

/** An agent bought the template's first version. */
export function buyATemplateByAnAgent(evidence: Found): void {
  const { client, executions } = evidence;
  buyATemplate(evidence);
  const { sent, quoted } = client[0]!;
  for (const line of client.slice(0, 4)) if (line.act === 'execute') Object.assign(line, { act: 'read' });
  executions[0]!.idempotency_key = agentKeyOf(TEMPLATE_QUOTE);
  const asked = { at: AT, act: 'agent', projectId: 'proj_1', lineage: 0, quoteId: TEMPLATE_QUOTE, ceilingMicros: 400 };
  const data = {
    executionId: 'exe_1',
    tool: '@chaos',
    status: 'queued',
    maximumChargeMicros: 400,
    chargedMicros: null,
  };
  client.push(
    { ...asked, request: 60, sent: { tool: sent!.tool!, arguments: sent!.arguments! }, quoted: quoted! },
    { at: AT, replyTo: 60, status: 200, id: 'exe_1', data },
  );
}

const templatedByAnAgent =
  (change: Change): Change =>
  (evidence) => {
    buyATemplateByAnAgent(evidence);
    change(evidence);
  };

/** The execution has the version's number, or only its steps. */
const otherVersion =
  (what: 'number' | 'steps' | 'both'): Change =>
  (evidence) => {
    const [row] = evidence.executions;
    if (what !== 'steps') row!.model = '2';
    if (what !== 'number') {
      row!.plan[0]!.parameters['size'] = '256x256';
      const { files, measured, replies } = evidence;
      for (const file of [files[0], measured[0], replies.shown[0]!.artifacts[0]])
        Object.assign(file!, { width: 256, height: 256 });
    }
    showAgain(evidence);
  };

export const TEMPLATE_BREACHES: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I12', 'a template of another version than was quoted', templated(otherVersion('number'))],
  ['I12', 'the steps of another version', templated(otherVersion('steps'))],
  ['I12', 'another version of a template bought by an agent', templatedByAnAgent(otherVersion('both'))],
  ['I12', 'the steps of another version bought by an agent', templatedByAnAgent(otherVersion('steps'))],
  ['I12', 'another version than its name asks for', (evidence) => buyATemplate(evidence, '@chaos:2')],
  ['I12', 'a template with other steps than its author sent', ({ templates }) => (templates[0]!.content.steps = [])],
  ['I12', 'a version of a template that is lost', ({ templates }) => templates.pop()],
];
