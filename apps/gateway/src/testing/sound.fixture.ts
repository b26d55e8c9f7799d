/** For tests of uploads: the outcome of a sound upload, and a database clock that can be moved. */
import { sound } from '@farebox/testing';
import type { Reply, TestGateway } from './gateway.fixture.ts';

export const SIZE = sound().length;

/** Such as `200` or `404 not_found`. */
export const outcomeOf = ({ status, text }: Reply<unknown>): string =>
  status === 200 ? '200' : `${status} ${(JSON.parse(text) as { error: { message: string } }).error.message}`;

/** Runs `work` while the clock of the database is ahead. */
export async function movedClock({ database }: TestGateway, by: string, work: () => Promise<void>): Promise<void> {
  const define = (moment: string) =>
    database.prisma.$executeRawUnsafe(
      `CREATE OR REPLACE FUNCTION instant() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT date_trunc('milliseconds', ${moment}) $$`,
    );
  await define(`now() + interval '${by}'`);
  try {
    await work();
  } finally {
    await define('now()');
  }
}
