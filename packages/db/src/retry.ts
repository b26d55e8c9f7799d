/** Repeats a statement after a transient failure: bounded, jittered, and only for causes that a second try can mend. */
import { setTimeout as sleep } from 'node:timers/promises';

const ATTEMPTS_MAX = 4;
const FIRST_PAUSE_MS = 20;
/** No further try after this: somebody waits for the answer. */
const RETRY_MS_MAX = 2_500;

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

/** What Prisma's adapter makes of the errors of a connection. */
const TRANSIENT_KINDS: ReadonlySet<string> = new Set([
  'ConnectionClosed',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TooManyConnections',
  'TransactionWriteConflict',
]);
/** The server ended a statement that ran too long. */
const QUERY_CANCELED = '57014';
const TIMEOUT_TEXTS = /Query read timeout|timeout exceeded when trying to connect/;

export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  const startMs = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isLast = attempt >= ATTEMPTS_MAX || performance.now() - startMs > RETRY_MS_MAX;
      if (isLast || !isTransient(error)) throw error;
      await sleep(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}

/** Whether a second try can mend it: the connection or a concurrent transaction, not the statement, is the cause. */
export function isTransient(error: unknown): boolean {
  return causes(error).some(
    ({ code, message }) => (code !== undefined && isTransientCode(code)) || CONNECTION_TEXTS.test(message),
  );
}

function isTransientCode(code: string): boolean {
  const known = TRANSIENT_SQLSTATES.has(code) || CONNECTION_CODES.has(code) || TRANSIENT_KINDS.has(code);
  return known || /^08[0-9A-Z]{3}$/.test(code);
}

/** Whether the database could not do its work, or not in time: the caller answers "try again later", not "defect". */
export function isUnavailable(error: unknown): boolean {
  return (
    isTransient(error) ||
    causes(error).some(({ code, message }) => code === QUERY_CANCELED || TIMEOUT_TEXTS.test(message))
  );
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
    for (const name of ['code', 'originalCode', 'kind']) found.push({ code: asText(current[name]), message });
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
