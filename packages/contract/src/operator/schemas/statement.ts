/** Statements of a month, and balances that are low. */
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

/** Lines of one CSV. */
export const CSV_LINES_MAX = 10_000;
const TOOLS_MAX = 500;

const Month = Type.String({
  pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$',
  maxLength: 7,
  description: '`YYYY-MM`, UTC. Left out: the current one.',
});
const Line = Type.Integer({
  format: 'int64',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Rises with time.',
});
const Signed = Type.Integer({
  format: 'int64',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Micro-units of USD; below zero: taken.',
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
export const LinesQuery = linesQuery(PAGE_MAX, `Left out: ${PAGE_DEFAULT}.`);
export const CsvQuery = linesQuery(CSV_LINES_MAX, `Left out: ${CSV_LINES_MAX}.`);

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
        named('ToolTotal', 'What was charged for a tool.'),
      ),
      TOOLS_MAX,
    ),
  },
  named(
    'Statement',
    'A UTC month. A balance is what is available and what is held: opening + toppedUp + credited + adjusted + refunded − charged = closing, of which `heldMicros` was held at its end, or now.',
  ),
);

const StatementLine = Type.Object(
  {
    line: Line,
    at: Timestamp,
    kind: oneOf(
      'StatementLineKind',
      ['top_up', 'credit', 'adjustment', 'refund', 'charge'],
      'What changed the balance.',
    ),
    amountMicros: Signed,
    executionId: nullable(ExecutionId),
    tool: nullable(ToolName),
    reference: nullable(Type.String({ maxLength: 200 })),
  },
  named('StatementLine', 'One change of the balance.'),
);
export const StatementLines = Type.Object(
  { month: Month, lines: list(StatementLine, PAGE_MAX), nextBefore: nullable(Line) },
  named('StatementLines', 'All that changed the balance in a month, newest first; the sum is closing − opening.'),
);
export const StatementCsv = Type.Object(
  {
    month: Month,
    csv: Type.String({ maxLength: 300 * CSV_LINES_MAX, description: 'RFC 4180, with the names of the columns.' }),
    nextBefore: nullable(Line),
  },
  named('StatementCsv', 'The lines of a statement as CSV; amounts are whole micro-USD.'),
);

export const LowBalanceRequest = Type.Object(
  { lowBalanceMicros: nullable(MicrosJson), reason: Type.Optional(Why) },
  named('LowBalanceRequest', 'Below which balance a project counts as low; null: never.'),
);
export const LowBalanceSet = Type.Object(
  { lowBalanceMicros: nullable(MicrosJson) },
  named('LowBalanceSet', 'The threshold as it is now.'),
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
        named('LowBalance', 'A project that has less than its threshold.'),
      ),
      PAGE_MAX,
    ),
    nextBefore: nullable(ProjectId),
  },
  named('LowBalances', 'Projects whose balance is low.'),
);
