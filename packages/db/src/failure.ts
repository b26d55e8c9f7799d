/**
 * Classifies database errors: either the database is unavailable, or it refused the statement. Retries, responses and
 * paid outcomes all use this one decision. An outage must never look like a refusal, because refused data is discarded,
 * and it may have been paid for.
 */
import { GroupOverflowError, TimeoutError } from '@farebox/kernel';

/** `brief`: an immediate retry may succeed. `away`: the server cannot work now. */
type Outage = 'brief' | 'away';

/** Outages by SQLSTATE: the full code, or its class (the first two characters). */
const OUTAGES: Readonly<Record<string, Outage>> = {
  '08': 'brief', // connection
  '40001': 'brief', // serialization
  '40P01': 'brief', // deadlock
  '57P01': 'brief', // administrator's shutdown
  '57P02': 'brief', // crash of another backend
  '57P03': 'brief', // starting
  '25006': 'away', // read-only: a standby, or a server whose operator protects a full disk
  '28': 'away', // a password or an access rule is being changed
  '3D000': 'away', // no such database: it is being restored
  '53': 'away', // disk full, out of memory, too many connections
  '55P03': 'away', // lock not available in time
  '57': 'away', // cancelled, operator's intervention
  '58': 'away', // I/O and other system errors
};

/** Errors of a value or a row: the same statement will always be refused. */
const STATEMENT_ERRORS: ReadonlySet<string> = new Set(['22', '23', '44', '54']);

/** Codes of Node, of Prisma (P…), and of connection errors as Prisma's adapter reports them. */
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

/** Whether an immediate retry may succeed: the cause is the connection or a concurrent transaction, not the statement. */
export const isTransient = (error: unknown): boolean => outagesOf(error).includes('brief');

/** Whether the database could not work, or not in time: the same statement may succeed later. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof TimeoutError || error instanceof GroupOverflowError || outagesOf(error).length > 0;

/**
 * Whether the database will never accept this statement: an invalid value or row, or an error that is not from the
 * database. For everything else, such as a missing schema or privilege, waiting may help.
 */
export function isStatementError(error: unknown): boolean {
  if (isUnavailable(error)) return false;
  const state = sqlState(error);
  return state === undefined || STATEMENT_ERRORS.has(state.slice(0, 2));
}

/** The SQLSTATE that PostgreSQL raised, if any. */
export function sqlState(error: unknown): string | undefined {
  return causes(error).find(({ code }) => code !== undefined && isSqlState(code))?.code;
}

/** Prisma's codes, and names of some Node errors, look like a SQLSTATE. */
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

/** The error and the errors that Prisma and its adapter wrapped around it, outermost first; at most five levels. */
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
