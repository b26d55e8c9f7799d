/** One look at the business of the whole platform. */
import type { OperatorRoute } from '../route.ts';
import { Report, ReportQuery } from '../schemas/report.ts';

export const reportRoutes = {
  getReport: {
    tag: 'Reports',
    access: 'platform',
    method: 'GET',
    path: '/report',
    query: ReportQuery,
    errors: [],
    summary: 'Read the business report',
    description:
      'Returns what live projects were charged today and in the period, what providers cost, the margin by tool, project and provider, and which projects and organizations are near a cap or the end of their balance. Costs are as stated by the providers, late statements included, or else by tariff. The request reads every settlement of the period: use it sparingly, or read the views `report_…` of a standby.',
    successes: { 200: { description: 'The report.', schema: Report } },
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
