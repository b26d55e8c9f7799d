/** For tests of uploads: a file that no other is like, what became of it, and a clock that can be moved. */
import { randomBytes } from 'node:crypto';
import type { Reply, TestGateway } from './gateway.fixture.ts';

const HEADER = Buffer.from('524946460000000057415645666d74201000000001000100401f0000803e00000200100064617461', 'hex');

/** A WAV of 300 KiB, or as many bytes, and a header of 44. */
export function sound(bytes = 300 * 1024): Buffer<ArrayBuffer> {
  const samples = randomBytes(bytes);
  const header = Buffer.concat([HEADER, Buffer.alloc(4)]);
  header.writeUInt32LE(36 + samples.length, 4);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

export const SIZE = sound().length;

/** `200`, or `404 not_found`. */
export const outcomeOf = ({ status, text }: Reply<unknown>): string =>
  status === 200 ? '200' : `${status} ${(JSON.parse(text) as { error: { message: string } }).error.message}`;

/** Meanwhile the clock of the database is ahead. */
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
