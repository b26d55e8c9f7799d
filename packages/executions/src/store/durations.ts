/**
 * Typical durations of a tool's executions: successes of the last 30 days, by environment. They inform people; nothing is
 * decided by them.
 */
import { type Database, Prisma } from '@farebox/db';

/** Seconds from start to end: half of the executions took at most p50, 95 of 100 at most p95. */
export interface TypicalSeconds {
  readonly p50: number;
  readonly p95: number;
}

/** Returns null for fewer than 20 executions. */
type TypicalDurations = (tool: string, model: string | null) => TypicalSeconds | null;

const DIGITS = 2;

export async function readDurations(database: Database, environment: 'live' | 'test'): Promise<TypicalDurations> {
  const rows = await database.rows<{ tool: string; model: string } & TypicalSeconds>(
    Prisma.sql`SELECT * FROM tool_durations(${environment})`,
  );
  const known = new Map(
    rows.map(({ tool, model, p50, p95 }) => [key(tool, model), { p50: round(p50), p95: round(p95) }]),
  );
  return (tool, model) => known.get(key(tool, model ?? '')) ?? null;
}

const key = (tool: string, model: string): string => `${tool} ${model}`;
const round = (seconds: number): number => Number(seconds.toPrecision(DIGITS));
