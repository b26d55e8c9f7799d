/** Prepayment: moves funding → available, once per reference. */
import { Prisma, rowsOf, type Writer } from '@farebox/db';
import { type Micros, invariant } from '@farebox/kernel';

export interface TopUp {
  readonly projectId: string;
  readonly amountMicros: Micros;
  /** Identifies the payment. A second top-up with the same reference and amount does nothing. */
  readonly reference: string;
}

/** Whether it was booked now; false: it was booked before. Rejects if the reference was booked with another amount. */
export async function topUp(database: Writer, { projectId, amountMicros, reference }: TopUp): Promise<boolean> {
  const [row] = await rowsOf<{ booked: boolean }>(
    database,
    Prisma.sql`SELECT ledger_top_up(${projectId}, ${amountMicros}::bigint, ${reference}) AS booked`,
  );
  invariant(row !== undefined, 'ledger_top_up answers one row');
  return row.booked;
}
