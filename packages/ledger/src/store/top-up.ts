/** Prepayment: funding → available, once for each reference. */
import { Prisma, rowsOf, type Writer } from '@farebox/db';
import { type Micros, invariant } from '@farebox/kernel';

export interface TopUp {
  readonly projectId: string;
  readonly amountMicros: Micros;
  /** Names the payment; a second top-up under the same name and amount does nothing. */
  readonly reference: string;
}

/** Whether it was booked now; false when it had been before. Rejects when the reference was booked with another amount. */
export async function topUp(database: Writer, { projectId, amountMicros, reference }: TopUp): Promise<boolean> {
  const [row] = await rowsOf<{ booked: boolean }>(
    database,
    Prisma.sql`SELECT ledger_top_up(${projectId}, ${amountMicros}::bigint, ${reference}) AS booked`,
  );
  invariant(row !== undefined, 'ledger_top_up answers one row');
  return row.booked;
}
