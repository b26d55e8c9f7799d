/** Monthly statements and low balances. */
import { Type } from 'typebox';
import {
  Count,
  Currency,
  ExecutionId,
  MicrosJson,
  Name,
  OrganizationId,
  ProjectId,
  Timestamp,
  ToolName,
  closed,
  list,
  named,
  nullable,
  oneOf,
} from '../../schemas/primitives.ts';
import { PAGE_DEFAULT, PAGE_MAX, pageQuery } from './page.ts';
import { Why } from './money.ts';

/** The most lines in one CSV. */
export const CSV_LINES_MAX = 10_000;
const TOOLS_MAX = 500;

const Month = Type.String({
  pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$',
  maxLength: 7,
  description: '`YYYY-MM`, UTC. Default: the current month.',
});
const Line = Type.Integer({
  format: 'int64',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The number of the line; later lines have higher numbers.',
});
const Signed = Type.Integer({
  format: 'int64',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Micro-units of USD. A negative amount was taken from the balance.',
});

export const StatementQuery = Type.Object({ month: Type.Optional(Month) }, closed);
const linesQuery = (most: number, least: string) =>
  Type.Object(
    {
      month: Type.Optional(Month),
      before: Type.Optional(Line),
      limit: Type.Optional(Type.Integer({ format: 'int32', minimum: 1, maximum: most, description: least })),
    },
    closed,
  );
export const LinesQuery = linesQuery(PAGE_MAX, `The number of lines on a page. Default ${PAGE_DEFAULT}.`);
export const CsvQuery = linesQuery(CSV_LINES_MAX, `The number of lines in the CSV. Default ${CSV_LINES_MAX}.`);

export const Statement = Type.Object(
  {
    month: Month,
    currency: Currency,
    openingMicros: MicrosJson,
    toppedUpMicros: MicrosJson,
    creditedMicros: MicrosJson,
    adjustedMicros: Signed,
    refundedMicros: MicrosJson,
    chargedMicros: MicrosJson,
    closingMicros: MicrosJson,
    heldMicros: MicrosJson,
    tools: list(
      Type.Object(
        { tool: ToolName, executions: Count, chargedMicros: MicrosJson },
        named('ToolTotal', 'The charges for one tool.'),
      ),
      TOOLS_MAX,
    ),
  },
  named(
    'Statement',
    'A calendar month (UTC). Balances include money on hold: opening + toppedUp + credited + adjusted + refunded − charged = closing. `heldMicros` is the part of closing that was on hold at the end of the month, or is on hold now.',
  ),
);

const StatementLine = Type.Object(
  {
    line: Line,
    at: Timestamp,
    kind: oneOf('StatementLineKind', ['top_up', 'credit', 'adjustment', 'refund', 'charge'], 'The kind of the change.'),
    amountMicros: Signed,
    executionId: nullable(ExecutionId),
    tool: nullable(ToolName),
    reference: nullable(Type.String({ maxLength: 200 })),
  },
  named('StatementLine', 'One change of the balance.'),
);
export const StatementLines = Type.Object(
  { month: Month, lines: list(StatementLine, PAGE_MAX), nextBefore: nullable(Line) },
  named('StatementLines', 'Every change of the balance in a month, newest first. Their sum is closing − opening.'),
);
export const StatementCsv = Type.Object(
  {
    month: Month,
    csv: Type.String({ maxLength: 300 * CSV_LINES_MAX, description: 'CSV as in RFC 4180, with a header row.' }),
    nextBefore: nullable(Line),
  },
  named('StatementCsv', 'The lines of a statement as CSV. Amounts are integers in micro-units of USD.'),
);

export const LowBalanceRequest = Type.Object(
  { lowBalanceMicros: nullable(MicrosJson), reason: Type.Optional(Why) },
  named('LowBalanceRequest', 'The threshold below which the balance counts as low; null: never.'),
);
export const LowBalanceSet = Type.Object(
  { lowBalanceMicros: nullable(MicrosJson) },
  named('LowBalanceSet', 'The current threshold.'),
);
export const LowBalanceQuery = pageQuery(ProjectId);
export const LowBalances = Type.Object(
  {
    projects: list(
      Type.Object(
        {
          organizationId: OrganizationId,
          projectId: ProjectId,
          name: Name,
          lowBalanceMicros: MicrosJson,
          availableMicros: MicrosJson,
        },
        named('LowBalance', 'A project whose available balance is below its threshold.'),
      ),
      PAGE_MAX,
    ),
    nextBefore: nullable(ProjectId),
  },
  named('LowBalances', 'Projects with a low balance.'),
);
