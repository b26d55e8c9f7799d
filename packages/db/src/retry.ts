/** Repeats a statement after a transient failure: bounded, jittered, and only for causes that a second try can mend. */
import { setTimeout as sleep } from 'node:timers/promises';

const ATTEMPTS_MAX = 4;
const FIRST_PAUSE_MS = 20;

/** Serialisation failure, deadlock, server shutting down or starting. */
const TRANSIENT_SQLSTATES: ReadonlySet<string> = new Set(['40001', '40P01', '57P01', '57P02', '57P03']);
const CONNECTION_CODES: ReadonlySet<string> = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'P1001', 'P1017', 'P2024']);
const CONNECTION_TEXTS = /Connection terminated|connection timeout|Client has encountered a connection error|terminating connection/i;

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
    if (code !== undefined && (TRANSIENT_SQLSTATES.has(code) || CONNECTION_CODES.has(code) || /^08/.test(code))) return true;
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
  let current: unknown = error;
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth++) {
    const { code, originalCode, message, cause, meta } = current as Record<string, unknown>;
    for (const each of [code, originalCode]) {
      if (typeof each === 'string') found.push({ code: each, message: String(message ?? '') });
    }
    found.push({ code: undefined, message: String(message ?? '') });
    current = cause ?? (meta as Record<string, unknown> | undefined)?.['driverAdapterError'];
  }
  return found;
}

/** The SQLSTATE that PostgreSQL raised, when there is one. */
export function sqlState(error: unknown): string | undefined {
  return causes(error).find(({ code }) => code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !/^P\d{4}$/.test(code))?.code;
}
