/**
 * What an error of the database says: that the database is away, or that it refused the statement. The one place that decides
 * it, for retries, answers and paid outcomes alike. An infrastructure that fails must never look like a refusal: what was
 * refused is thrown away, and it may have been paid for.
 */
import { CoalesceOverflowError, TimeoutError } from '@farebox/kernel';

/** `brief`: a second try at once may do. `away`: the server cannot do its work now. */
type Outage = 'brief' | 'away';

/** By SQLSTATE, the whole or its class (the first two characters). */
const OUTAGES: Readonly<Record<string, Outage>> = {
  '08': 'brief', // connection
  '40001': 'brief', // serialization
  '40P01': 'brief', // deadlock
  '57P01': 'brief', // administrator's shutdown
  '57P02': 'brief', // crash of another backend
  '57P03': 'brief', // starting
  '25006': 'away', // read-only: a standby, or a server whose disk its operator protects
  '28': 'away', // a password or a rule of access that is being changed
  '3D000': 'away', // no such database: being restored
  '53': 'away', // disk full, out of memory, too many connections
  '55P03': 'away', // a lock that was not to be had in time
  '57': 'away', // cancelled, operator's intervention
  '58': 'away', // I/O and other errors of the system below it
};

/** What a value or a row may not be: the same statement will be refused for ever. */
const STATEMENT_ERRORS: ReadonlySet<string> = new Set(['22', '23', '44', '54']);

/** Of Node, of Prisma (P…), and what Prisma's adapter makes of the errors of a connection. */
const CODES: Readonly<Record<string, Outage>> = {
  ECONNRESET: 'brief',
  ECONNREFUSED: 'brief',
  EPIPE: 'brief',
  ECONNABORTED: 'away',
  ETIMEDOUT: 'away',
  EHOSTUNREACH: 'away',
  EHOSTDOWN: 'away',
  ENETUNREACH: 'away',
  ENETDOWN: 'away',
  ENOTFOUND: 'away',
  EAI_AGAIN: 'away',
  EMFILE: 'away',
  P1000: 'away',
  P1001: 'brief',
  P1002: 'away',
  P1003: 'away',
  P1008: 'away',
  P1011: 'away',
  P1017: 'brief',
  P2024: 'brief',
  P2028: 'away',
  P2034: 'brief',
  P2037: 'away',
  ConnectionClosed: 'brief',
  DatabaseNotReachable: 'brief',
  SocketTimeout: 'brief',
  TooManyConnections: 'brief',
  TransactionWriteConflict: 'brief',
  TlsConnectionError: 'away',
  AuthenticationFailed: 'away',
  DatabaseAccessDenied: 'away',
  DatabaseDoesNotExist: 'away',
};

const BRIEF_TEXTS =
  /Connection terminated|connection timeout|Client has encountered a connection error|terminating connection/i;
const LATE_TEXTS = /Query read timeout|timeout exceeded when trying to connect/;

/** Whether a second try at once can mend it: the connection or a concurrent transaction, not the statement, is the cause. */
export const isTransient = (error: unknown): boolean => outagesOf(error).includes('brief');

/** Whether the database could not do its work, or not in time: the same statement may succeed once it is back. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof TimeoutError || error instanceof CoalesceOverflowError || outagesOf(error).length > 0;

/**
 * Whether the database will never take this statement: a value or a row that may not be, or an error that is not the database's
 * at all. Everything else, a schema or a right that is missing for now among it, is worth waiting for.
 */
export function isStatementError(error: unknown): boolean {
  if (isUnavailable(error)) return false;
  const state = sqlState(error);
  return state === undefined || STATEMENT_ERRORS.has(state.slice(0, 2));
}

/** The SQLSTATE that PostgreSQL raised, when there is one. */
function sqlState(error: unknown): string | undefined {
  return causes(error).find(({ code }) => code !== undefined && isSqlState(code))?.code;
}

/** Prisma's own codes look alike, and so do the names of some errors of Node. */
const isSqlState = (code: string): boolean =>
  /^[0-9A-Z]{5}$/.test(code) && (code === 'P0001' || !/^P\d{4}$/.test(code)) && !/^E[A-Z]{4}$/.test(code);

const outagesOf = (error: unknown): readonly Outage[] =>
  causes(error).flatMap(({ code, message }) => {
    if (BRIEF_TEXTS.test(message)) return ['brief'];
    const known = code === undefined ? undefined : outageOf(code);
    if (known !== undefined) return [known];
    return LATE_TEXTS.test(message) ? ['away'] : [];
  });

const outageOf = (code: string): Outage | undefined =>
  CODES[code] ?? (isSqlState(code) ? (OUTAGES[code] ?? OUTAGES[code.slice(0, 2)]) : undefined);

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
