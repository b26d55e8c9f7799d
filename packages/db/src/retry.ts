/** Repeats a statement after a transient failure: bounded, jittered, and only for causes that a second try can mend. */
import { setTimeout as sleep } from 'node:timers/promises';

const ATTEMPTS_MAX = 4;
const FIRST_PAUSE_MS = 20;

/** Serialisation failure, deadlock, server shutting down or starting. */
const TRANSIENT_SQLSTATES: ReadonlySet<string> = new Set(['40001', '40P01', '57P01', '57P02', '57P03']);
const CONNECTION_CODES: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'P1001',
  'P1017',
  'P2024',
]);
const CONNECTION_TEXTS =
  /Connection terminated|connection timeout|Client has encountered a connection error|terminating connection/i;

export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX || !isTransient(error)) throw error;
      await sleep(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}

/** Whether the database, rather than the statement, is the cause: the caller answers "try again", not "defect". */
export function isTransient(error: unknown): boolean {
  return causes(error).some(({ code, message }) => {
    if (code !== undefined && (TRANSIENT_SQLSTATES.has(code) || CONNECTION_CODES.has(code) || code.startsWith('08')))
      return true;
    return CONNECTION_TEXTS.test(message);
  });
}

interface Cause {
  readonly code: string | undefined;
  readonly message: string;
}

/** The error and what Prisma and its adapter wrapped around it, outermost first; at most five deep. */
function causes(error: unknown): readonly Cause[] {
  const found: Cause[] = [];
  let current = asRecord(error);
  for (let depth = 0; depth < 5 && current !== undefined; depth++) {
    const message = asText(current['message']) ?? '';
    for (const code of [asText(current['code']), asText(current['originalCode'])]) found.push({ code, message });
    current = asRecord(current['cause']) ?? asRecord(asRecord(current['meta'])?.['driverAdapterError']);
  }
  return found;
}

const asRecord = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The SQLSTATE that PostgreSQL raised, when there is one. */
export function sqlState(error: unknown): string | undefined {
  return causes(error).find(({ code }) => code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !/^P\d{4}$/.test(code))
    ?.code;
}
