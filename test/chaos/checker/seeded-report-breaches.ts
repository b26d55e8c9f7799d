/** Breaches of reports and receipts: margins, charges of steps, names of lines, costs of own tools. Only tests of the checks use them. */
import type { Evidence } from './evidence.ts';
import type { MarginReport, MarginSums } from './margin-report.ts';
import { marginsDue } from './margins.ts';
import type { Change, Mutable } from './mutable.ts';
import { giveAsOperator } from './sound-acts.ts';
import { sellAnOwnTool } from './sound-own.ts';
import { sellAPulledTool } from './sound-pulled.ts';

type Found = Mutable<Evidence>;

const SINCE = '2026-11-01T00:00:00.000Z';
const UNTIL = '2026-11-21T09:00:00.000Z';

/** An operator reads the report of the month, after operators have given something. */
export function readTheReport(evidence: Found): Mutable<MarginReport> {
  giveAsOperator(evidence);
  const due = marginsDue(evidence, Date.parse(SINCE), Date.parse(UNTIL));
  const report: MarginReport = {
    since: SINCE,
    until: UNTIL,
    today: due.total,
    total: due.total,
    tools: [...due.tools].map(([tool, sums]) => ({ tool, ...sums })),
    projects: [...due.projects].map(([projectId, sums]) => ({ projectId, ...sums })),
    providers: [...due.providers].map(([provider, sums]) => ({ provider, calls: 2, ...sums })),
  };
  const shown = structuredClone(report) as Mutable<MarginReport>;
  evidence.replies.margins = shown;
  return shown;
}

const report =
  (change: (shown: Mutable<MarginReport>) => unknown): Change =>
  (evidence) =>
    change(readTheReport(evidence));

const less = (sums: Mutable<MarginSums>, name: keyof MarginSums, by = 1): unknown => (sums[name] -= by);

/** The report and its parts agree, and leave out a cost. */
function hideACost(shown: Mutable<MarginReport>): void {
  for (const sums of [shown.total, shown.today, shown.tools[0]!, shown.projects[0]!, shown.providers[0]!]) {
    sums.costMicros -= 50;
    sums.marginMicros += 50;
  }
}

const own =
  (change: Change): Change =>
  (evidence) => {
    sellAnOwnTool(evidence);
    change(evidence);
  };

/** The client was quoted an image, and the bill and every response say something else. */
function renameALine({ client, executions, shown }: Found): void {
  const { sent } = client.find(({ act, sent: asked }) => act === 'execute' && asked !== undefined)!;
  const asked = { at: SINCE, projectId: 'proj_1', lineage: 0, request: 70, act: 'quote' };
  const line = { description: 'Image generation', unit: 'image', unitPriceMicros: 100, quantity: 4, amountMicros: 400 };
  const amounts = { minimumChargeMicros: 100, maximumChargeMicros: 400, breakdown: [line] };
  const data = { model: 'standard', priceVersion: sent!.priceVersion!, currency: 'USD', ...amounts };
  client.push({ ...asked, sent: { tool: sent!.tool!, arguments: sent!.arguments! } });
  client.push({ at: SINCE, replyTo: 70, status: 200, data });
  const bill = (executions[0]!.billing ?? []).map((each) => ({ ...each, description: 'Video, by the second' }));
  executions[0]!.billing = bill;
  for (const each of shown)
    if (each.id === 'exe_1' && 'billing' in each.data) each.data = { ...each.data, billing: bill };
}

const claimless: Change = (evidence) => {
  sellAPulledTool(evidence);
  evidence.runs = evidence.runs.filter(({ kind, token }) => kind !== 'claimed' || token !== 'exe_2.0');
};

export const REPORT_BREACHES: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I3', 'a report that is not shown', ({ replies }) => (replies.margins = null)],
  [
    'I3',
    'a margin with the wrong sign',
    report(({ providers }) => (providers[0]!.marginMicros = -providers[0]!.marginMicros)),
  ],
  ['I3', 'a margin that leaves out what was given back', report(({ total }) => less(total, 'marginMicros', -100))],
  ['I3', 'a report that leaves out a refund', report(({ projects }) => less(projects[0]!, 'refundedMicros', 100))],
  ['I3', 'a report that leaves out a cost everywhere', report(hideACost)],
  ['I3', 'a tool with an execution too few', report(({ tools }) => less(tools[0]!, 'executions'))],
  ['I3', 'a project with another charge', report(({ projects }) => less(projects[0]!, 'chargedMicros'))],
  ['I3', 'a tool that is reported as another', report(({ tools }) => (tools[0]!.tool = 'image-resize'))],
  ['I3', 'a service that is not credited a charge', report(({ providers }) => (providers[0]!.chargedMicros -= 300))],
  ['I3', 'a service with the costs of another', report(({ providers }) => (providers[0]!.provider = 'predictions'))],
  ['I3', 'fewer calls than have a cost on record', report(({ providers }) => (providers[0]!.calls = 1))],
  ['I3', 'a day that is not the last of the month', report(({ today }) => less(today, 'chargedMicros', 350))],
  ['I3', 'a row of a step with another charge', ({ steps }) => (steps[0]!.charged_micros = 299)],
  [
    'I3',
    'a cost on record of a step that is not in the plan',
    ({ recordedCosts }) =>
      recordedCosts.push({
        ...recordedCosts[0]!,
        step: 1,
        stated_micros: null,
        derived_micros: null,
        booked_micros: 0,
      }),
  ],
  [
    'I3',
    'a cost of an own tool on record of another',
    own(({ recordedCosts }) => (recordedCosts[0]!.provider = 'tool-b')),
  ],
  ['I3', 'a cost of an own tool on record of a version', own(({ recordedCosts }) => (recordedCosts[0]!.model = '2'))],
  ['I4', 'a run that began though no runner had claimed it', claimless],
  ['I12', 'a line of a bill with the name of another', renameALine],
];
