/**
 * Tables for people. Every cell becomes one line of plain text: a name that a user chose must never control the
 * reader's terminal.
 */
import stringWidth from 'string-width';

export type Row = readonly string[];

const GAP = '  ';

/** Left-aligned columns; no cell is cut. */
export function table(head: Row, rows: readonly Row[]): string {
  const lines = [head, ...rows].map((row) => row.map(plain));
  const widths = head.map((_, column) => Math.max(...lines.map((line) => stringWidth(line[column] ?? ''))));
  return lines
    .map((line) =>
      line
        .map((cell, column) => padded(cell, widths[column] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

const padded = (cell: string, width: number): string => cell + ' '.repeat(Math.max(0, width - stringWidth(cell)));

/** Replaces control characters, bidirectional marks and line breaks with a visible box. */
export const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{FFFD}');
