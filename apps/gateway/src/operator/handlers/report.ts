/** The business report: sums over the settlements of a period, and limits that are nearly reached. */
import { REPORT_ROWS_MAX } from '@farebox/contract';
import { type Margin, sumsBy, sumsOf } from '@farebox/ledger';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Read } from '../endpoint.ts';

export const getReport =
  ({ reports }: Pick<OperatorDependencies, 'reports'>): Read<'getReport'> =>
  async ({ query: { period = 'month' } }) => {
    const [bounds, day] = await Promise.all([reports.readPeriod(period), reports.readPeriod('today')]);
    const [rows, today, limits] = await Promise.all([
      reports.readMargins(bounds),
      reports.readMargins(day),
      reports.readNearLimits(REPORT_ROWS_MAX),
    ]);
    return {
      currency: 'USD',
      period,
      since: bounds.since.toISOString(),
      until: bounds.until.toISOString(),
      today: ofExecutions(today),
      total: ofExecutions(rows),
      ...groupsOf(rows),
      nearLimits: limits.map(({ kind, limitMicros, leftMicros, ...limit }) => ({
        ...limit,
        limit: kind,
        limitMicros: Number(limitMicros),
        leftMicros: Number(leftMicros),
      })),
    };
  };

function groupsOf(rows: readonly Margin[]) {
  const tools = sumsBy(rows, ({ tool }) => tool, REPORT_ROWS_MAX);
  const projects = sumsBy(rows, ({ projectId }) => projectId, REPORT_ROWS_MAX);
  const providers = sumsBy(rows, ({ provider }) => provider, REPORT_ROWS_MAX);
  return {
    tools: tools.map(({ name, rows: some }) => ({ tool: name, ...ofExecutions(some) })),
    projects: projects.map(({ name, rows: some }) => ({
      projectId: name,
      name: some[0]?.projectName ?? '',
      ...ofExecutions(some),
    })),
    providers: providers.map(({ name, sums: { executions: _, refundedMicros: __, ...sums } }) => ({
      provider: name,
      ...sums,
    })),
  };
}

function ofExecutions(rows: readonly Margin[]) {
  const { calls: _, ...sums } = sumsOf(rows);
  return sums;
}
