/**
 * I3 for the operators' report: charges, refunds, costs and margins of the month and of its last day, as a whole and by tool, project and provider, are
 * those of the ledger, the bills and the costs on record. A margin is what was charged less what was given back and what services took.
 */
import { canonicalOf } from '../canonical.ts';
import type { Evidence } from '../evidence.ts';
import type { MarginReport, MarginSums } from '../margin-report.ts';
import { type Due, marginsDue } from '../margins.ts';

/** The report has the largest charges only. */
const ROWS_MAX = 100;
const DAY_CHARACTERS = 10;

/** Undefined: evidence of a run that was collected before the report was. Times are compared only if all clocks agree. */
export function checkMargins(evidence: Evidence): string[] {
  const { run, replies } = evidence;
  const report = replies.margins;
  if (report === undefined || !run.clocksAgree) return [];
  if (report === null) return ['no operator was shown the report of margins'];
  const [sinceMs, untilMs] = [Date.parse(report.since), Date.parse(report.until)];
  const due = marginsDue(evidence, sinceMs, untilMs);
  const dayMs = Date.parse(new Date(untilMs).toISOString().slice(0, DAY_CHARACTERS));
  const today = marginsDue(evidence, dayMs, untilMs).total;
  const calls = report.providers.reduce((all, each) => all + each.calls, 0);
  const found = due.costs > calls ? [`counts ${calls} calls, on record are the costs of ${due.costs}`] : [];
  return [
    ...found,
    ...compared('total', report.total, due.total),
    ...compared('today', report.today, today),
    ...groups(report, due),
  ].map((what) => `the report of margins ${what}`);
}

function groups({ tools, projects, providers }: MarginReport, due: Due): string[] {
  return [
    ...rows(new Map(tools.map(({ tool, ...sums }) => [tool, sums])), due.tools),
    ...rows(new Map(projects.map(({ projectId, ...sums }) => [projectId, sums])), due.projects),
    ...rows(new Map(providers.map(({ provider, calls: _, ...sums }) => [provider, sums])), due.providers),
  ];
}

/** A row of nothing may be left out, and a provider of which nothing is on record may be named. */
function rows(
  shown: ReadonlyMap<string, Partial<MarginSums>>,
  due: ReadonlyMap<string, Partial<MarginSums>>,
): string[] {
  if (shown.size >= ROWS_MAX) return [];
  return [...new Set([...shown.keys(), ...due.keys()])].flatMap((name) =>
    compared(name, shown.get(name), due.get(name)),
  );
}

function compared(name: string, shown: Partial<MarginSums> = {}, due: Partial<MarginSums> = {}): string[] {
  const [is, wanted] = [textOf(shown), textOf(due)];
  return is === wanted ? [] : [`says of ${name} ${is}, due is ${wanted}`];
}

const textOf = ({ executions, chargedMicros, refundedMicros, costMicros, marginMicros }: Partial<MarginSums>): string =>
  canonicalOf([executions ?? 0, chargedMicros ?? 0, refundedMicros ?? 0, costMicros ?? 0, marginMicros ?? 0]);
