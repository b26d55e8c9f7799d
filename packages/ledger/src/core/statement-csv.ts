/** Statement lines as CSV (RFC 4180), for spreadsheets and bookkeeping. Amounts are whole micro-USD: nothing is rounded. */
import type { StatementLine } from '../store/statement.ts';

const COLUMNS = ['line', 'at', 'kind', 'amount_micros', 'currency', 'execution', 'tool', 'reference'] as const;

/** With a header row. */
export function statementCsv(lines: readonly StatementLine[]): string {
  const rows = lines.map(({ line, at, kind, amountMicros, executionId, tool, reference }) =>
    [line, at.toISOString(), kind, amountMicros, 'USD', executionId ?? '', tool ?? '', quoted(reference ?? '')].join(
      ',',
    ),
  );
  return [COLUMNS.join(','), ...rows, ''].join('\r\n');
}

/** Only a reference is free text and may need quotes. */
const quoted = (text: string): string =>
  /^[A-Za-z0-9][A-Za-z0-9._:-]*$/.test(text) || text === '' ? text : `"${text.replaceAll('"', '""')}"`;
