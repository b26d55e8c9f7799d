/** The size of a contact sheet, for plan and worker alike. */
import type { Size } from '../../units.ts';

export interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly gap: number;
}

/** A gap precedes each cell, and one follows the last. */
export const sheetSize = ({ columns, rows, cellWidth, cellHeight, gap }: Grid): Size => ({
  width: columns * (cellWidth + gap) + gap,
  height: rows * (cellHeight + gap) + gap,
});
