/** Lines of a statement as CSV (RFC 4180), for spreadsheets and bookkeeping. Amounts stay whole micro-USD: nothing is rounded. */
import type { StatementLine } from '../store/statement.ts';

const COLUMNS = ['line', 'at', 'kind', 'amount_micros', 'currency', 'execution', 'tool', 'reference'] as const;

/** With the names of the columns first. */
export function statementCsv(lines: readonly StatementLine[]): string {
  const rows = lines.map(({ line, at, kind, amountMicros, executionId, tool, reference }) =>
    [line, at.toISOString(), kind, amountMicros, 'USD', executionId ?? '', tool ?? '', quoted(reference ?? '')].join(
      ',',
    ),
  );
  return [COLUMNS.join(','), ...rows, ''].join('\r\n');
}

/** A reference is the one value that is somebody's own words. */
const quoted = (text: string): string =>
  /^[A-Za-z0-9][A-Za-z0-9._:-]*$/.test(text) || text === '' ? text : `"${text.replaceAll('"', '""')}"`;
