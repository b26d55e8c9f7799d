/** One look at the business: revenue, costs and limits of all live projects. */
import { Type } from 'typebox';
import {
  Count,
  Currency,
  MicrosJson,
  Name,
  ProjectId,
  Timestamp,
  ToolName,
  closed,
  list,
  named,
  oneOf,
} from '../../schemas/primitives.ts';
import { ProviderName } from './provider.ts';

/** At most this many tools, projects, providers and limits in one report; the largest charges and the smallest rests come first. */
export const REPORT_ROWS_MAX = 100;

const Signed = Type.Integer({
  format: 'int64',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Micro-units of USD. May be negative.',
});
const Period = oneOf(
  'ReportPeriod',
  ['today', 'month', 'last-month'],
  'A day or a month in UTC. `today` and `month` end now. Default: `month`.',
);

const sums = {
  executions: Type.Integer({
    format: 'int64',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The number of executions that ended.',
  }),
  chargedMicros: Signed,
  refundedMicros: MicrosJson,
  costMicros: MicrosJson,
  marginMicros: Signed,
};
const Sums = Type.Object(
  sums,
  named('ReportSums', 'Charges, refunds, provider costs, and the margin: charges less refunds and costs.'),
);
const { executions: _, refundedMicros: __, ...ofCalls } = sums;

export const ReportQuery = Type.Object({ period: Type.Optional(Period) }, closed);

export const Report = Type.Object(
  {
    currency: Currency,
    period: Period,
    since: Timestamp,
    until: Timestamp,
    today: Sums,
    total: Sums,
    tools: list(Type.Object({ tool: ToolName, ...sums }, closed), REPORT_ROWS_MAX),
    projects: list(Type.Object({ projectId: ProjectId, name: Name, ...sums }, closed), REPORT_ROWS_MAX),
    providers: list(Type.Object({ provider: ProviderName, calls: Count, ...ofCalls }, closed), REPORT_ROWS_MAX),
    nearLimits: list(
      Type.Object(
        {
          scope: oneOf('LimitScope', ['project', 'organization'], 'Whether a project or an organization is limited.'),
          id: Type.String({ maxLength: 64, description: 'The id of the project or organization.' }),
          name: Name,
          limit: oneOf(
            'LimitKind',
            ['cap', 'balance'],
            '`cap`: at most a fifth of the monthly cap is left. `balance`: at most the threshold is available, or nothing where there is none.',
          ),
          limitMicros: MicrosJson,
          leftMicros: Signed,
        },
        closed,
      ),
      REPORT_ROWS_MAX,
    ),
  },
  named('Report', 'Revenue and provider costs of all live projects in one period, and who is near a limit.'),
);
