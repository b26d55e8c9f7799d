/**
 * A project's accepts and ends in commit order: its transfers `reserve` and `settle`. The ledger assigns a transfer's id only
 * while it holds the account's lock, which it keeps until the commit. So within a project no lower id can appear after a
 * higher one.
 */
import { type Database, Prisma } from '@farebox/db';
import { isId } from '@farebox/kernel';
import { textArray } from './sql-codec.ts';

/** Entries per project and query. */
export const LOG_ENTRIES_MAX = 500;
/** Projects per query. */
export const LOG_PROJECTS_MAX = 500;
/** Newest open executions per query. */
export const LOG_OPEN_MAX = 1_000;
/** A reader that is further behind cannot resume. */
const LOG_SINCE_MAX = 2_000;

/** Position of a reader: the last entry it has read, by a name that reveals nothing of other projects. */
export interface LogPosition {
  readonly projectId: string;
  /** Transfer id, in decimal; `0` before the first. */
  readonly transferId: string;
  /** `<execution>.<kind>`; `start` before the first. */
  readonly name: string;
}

export interface LogEntry extends LogPosition {
  readonly executionId: string;
  readonly kind: 'reserve' | 'settle';
}

/** A consistent snapshot for a new reader. */
export interface LogBeginning {
  /** Position of the last entry. */
  readonly position: LogPosition;
  /** Open executions, newest first, at most one more than LOG_OPEN_MAX. */
  readonly open: readonly string[];
  /** Executions of the entries after the given position; null if it is not this project's or too far back. */
  readonly since: readonly string[] | null;
}

export interface ProjectLogReader {
  /** @param after name of a position; null or any other text: none. */
  readonly begin: (projectId: string, after: string | null) => Promise<LogBeginning>;
  /**
   * Returns the entries after each position, in order, at most LOG_ENTRIES_MAX. A position that no longer exists, as after a
   * restore, is left out. Takes at most LOG_PROJECTS_MAX positions.
   */
  readonly after: (positions: readonly LogPosition[]) => Promise<ReadonlyMap<LogPosition, readonly LogEntry[]>>;
}

type EntryValues = readonly [transferId: string, executionId: string, kind: LogEntry['kind']];

export const createProjectLogReader = (database: Database): ProjectLogReader => ({
  async begin(projectId, after) {
    const [executionId, kind] = namedBy(after);
    const found = await database.json<readonly [EntryValues | null, readonly string[], readonly string[] | null]>(
      beginning(projectId, executionId, kind),
    );
    const [last, open, since] = found ?? [null, [], null];
    const position = last === null ? startOf(projectId) : entryOf(projectId, last);
    return { position, open, since: since !== null && since.length > LOG_SINCE_MAX ? null : since };
  },
  async after(positions) {
    const found = await database.json<readonly (readonly EntryValues[])[]>(entriesFrom(positions));
    const all = positions.map((position, at): [LogPosition, LogEntry[]] => [
      position,
      (found?.[at] ?? []).map((values) => entryOf(position.projectId, values)),
    ]);
    return new Map(all.flatMap(([position, entries]) => withoutItself(position, entries)));
  },
});

const startOf = (projectId: string): LogPosition => ({ projectId, transferId: '0', name: 'start' });

const entryOf = (projectId: string, [transferId, executionId, kind]: EntryValues): LogEntry => ({
  projectId,
  transferId,
  executionId,
  kind,
  name: `${executionId}.${kind}`,
});

/** Parses a position's name; an invalid name gives an execution and a kind that do not exist. */
function namedBy(name: string | null): readonly [executionId: string, kind: string] {
  if (name === 'start') return ['', 'start'];
  const [, executionId = '', kind = ''] = /^(\w+)\.(reserve|settle)$/.exec(name ?? '') ?? [];
  return isId('execution', executionId) ? [executionId, kind] : ['', ''];
}

function withoutItself(position: LogPosition, entries: readonly LogEntry[]): [LogPosition, readonly LogEntry[]][] {
  if (position.transferId === '0') return [[position, entries]];
  const [first, ...rest] = entries;
  return first?.transferId === position.transferId && first.name === position.name ? [[position, rest]] : [];
}

const OF_EXECUTIONS = Prisma.sql`kind IN ('reserve', 'settle')`;

const beginning = (projectId: string, executionId: string, kind: string): Prisma.Sql => Prisma.sql`
  SELECT json_build_array(
    (SELECT json_build_array(id::text, execution_id, kind) FROM ledger_transfer
     WHERE project_id = ${projectId} AND ${OF_EXECUTIONS} ORDER BY project_id DESC, id DESC LIMIT 1),
    (SELECT coalesce(json_agg(id ORDER BY id DESC), '[]') FROM (
       SELECT id FROM execution_job WHERE project_id = ${projectId} ORDER BY id DESC LIMIT ${LOG_OPEN_MAX + 1}::integer) AS open),
    (SELECT since.ids FROM (
       SELECT 0::bigint AS id WHERE ${kind} = 'start' UNION ALL
       SELECT id FROM ledger_transfer WHERE project_id = ${projectId} AND execution_id = ${executionId} AND kind = ${kind}) AS position,
       LATERAL (SELECT coalesce(json_agg(execution_id ORDER BY id), '[]') AS ids FROM (
         SELECT id, execution_id FROM ledger_transfer WHERE project_id = ${projectId} AND id > position.id AND ${OF_EXECUTIONS}
         ORDER BY project_id, id LIMIT ${LOG_SINCE_MAX + 1}::integer) AS later) AS since))`;

/** Reads from each position, including it, to show that it still exists. */
const entriesFrom = (positions: readonly LogPosition[]): Prisma.Sql => Prisma.sql`
  SELECT json_agg(found.entries ORDER BY position.n)
  FROM unnest(${textArray(positions.map(({ projectId }) => projectId))}::text[], ${textArray(positions.map(({ transferId }) => transferId))}::bigint[])
      WITH ORDINALITY AS position (project_id, id, n),
    LATERAL (SELECT coalesce(json_agg(json_build_array(id::text, execution_id, kind) ORDER BY id), '[]') AS entries FROM (
      SELECT id, execution_id, kind FROM ledger_transfer WHERE project_id = position.project_id AND id >= position.id AND ${OF_EXECUTIONS}
      ORDER BY project_id, id LIMIT ${LOG_ENTRIES_MAX + 1}::integer) AS later) AS found`;
