/** Keys of runners that ask for work themselves: each is bound to one tool. Only the HMAC of a secret is stored. */
import { invalidRequest, notFound } from '@farebox/contract';
import { type Database, Prisma, rowsOf, type Transaction, type Writer } from '@farebox/db';
import { invariant, newId } from '@farebox/kernel';

export interface RunnerKey {
  readonly id: string;
  readonly tool: string;
  readonly name: string;
  readonly createdAt: Date;
  /** The `sub` of the session. */
  readonly createdBy: string;
  /** Null: not revoked. */
  readonly revokedAt: Date | null;
  /** When it last asked for work, to ten seconds; null: never. */
  readonly lastAskedAt: Date | null;
}

export interface IssueRunnerKey {
  readonly tool: string;
  readonly name: string;
  readonly by: string;
  readonly secret: { readonly publicId: string; readonly secretHmac: Uint8Array; readonly pepperMark: string };
}

/** Keys of one tool that are not revoked. */
export const RUNNER_KEYS_MAX = 20;
const LISTED_MAX = 200;

/** Throws `not_found` and `invalid_request`. */
export async function issueRunnerKey(
  transaction: Transaction,
  { tool, name, by, secret }: IssueRunnerKey,
): Promise<RunnerKey> {
  if ((await isPull(transaction, tool)) === false)
    throw invalidRequest({
      '': 'no published version of the tool has a runner of kind pull, and only such runners have keys: publish a manifest with runner.kind: pull first',
    });
  const id = newId('runnerKey');
  const { publicId, secretHmac, pepperMark } = secret;
  const [row] = await rowsOf<{ outcome: 'issued' | 'no_tool' | 'too_many' }>(
    transaction,
    Prisma.sql`SELECT runner_key_issue(${id}, ${tool}, ${name}, ${publicId}, ${secretHmac}, ${pepperMark}, ${by}, ${RUNNER_KEYS_MAX}::integer) AS outcome`,
  );
  if (row?.outcome === 'no_tool') throw notFound('tool');
  if (row?.outcome === 'too_many')
    throw invalidRequest({ '': `the tool has ${RUNNER_KEYS_MAX} runner keys: revoke one that is not in use` });
  const [key] = await keysWhere(transaction, Prisma.sql`k.id = ${id}`);
  invariant(key !== undefined, 'a key that was issued is found');
  return key;
}

/** Whether a version has a runner of kind pull, on offer or not: a machine gets its key before the version is activated. Undefined: no such tool. */
async function isPull(transaction: Transaction, tool: string): Promise<boolean | undefined> {
  const [found] = await rowsOf<{ isPull: boolean }>(
    transaction,
    Prisma.sql`
      SELECT EXISTS (
        SELECT FROM tool_version AS v WHERE v.name = t.name AND v.manifest::json #>> '{runner,kind}' = 'pull'
      ) AS "isPull" FROM tool AS t WHERE t.name = ${tool}`,
  );
  return found?.isPull;
}

/** A key that is revoked stays so; its runner claims and reports nothing more. Throws `not_found`. */
export async function revokeRunnerKey(
  transaction: Transaction,
  tool: string,
  id: string,
): Promise<{ readonly before: RunnerKey; readonly after: RunnerKey }> {
  const is = Prisma.sql`k.tool = ${tool} AND k.id = ${id}`;
  const [before] = await keysWhere(transaction, Prisma.sql`${is} FOR UPDATE`);
  if (before === undefined) throw notFound('key');
  await transaction.$executeRaw`UPDATE runner_key AS k SET revoked_at = coalesce(k.revoked_at, instant()) WHERE ${is}`;
  const [after] = await keysWhere(transaction, is);
  invariant(after !== undefined, 'a key is never removed');
  return { before, after };
}

/** The last issued first, at most 200. Empty for an unknown tool. */
export const listRunnerKeys = (reader: Writer, tool: string): Promise<RunnerKey[]> =>
  keysWhere(reader, Prisma.sql`k.tool = ${tool} ORDER BY k.id DESC LIMIT ${LISTED_MAX}`);

/** Keys of a tool that are not revoked. */
export async function countRunnerKeys(reader: Writer, tool: string): Promise<number> {
  const [row] = await rowsOf<{ keys: number }>(
    reader,
    Prisma.sql`SELECT count(*)::integer AS keys FROM runner_key WHERE tool = ${tool} AND revoked_at IS NULL`,
  );
  return row?.keys ?? 0;
}

export interface FoundRunnerKey {
  readonly id: string;
  readonly tool: string;
  readonly secretHmac: Uint8Array;
}

/** Null: no key that is not revoked has this public id. The caller compares the secret. */
export async function findRunnerKey(database: Database, publicId: string): Promise<FoundRunnerKey | null> {
  const [found] = await database.rows<FoundRunnerKey>(
    Prisma.sql`SELECT id, tool, secret_hmac AS "secretHmac" FROM runner_key WHERE public_id = ${publicId} AND revoked_at IS NULL`,
  );
  return found ?? null;
}

interface RenewedSecret {
  readonly keyId: string;
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  readonly pepperMark: string;
}

/** Stores the secret of a key under another pepper, unless it has changed since it was read. */
export async function renewRunnerKey(
  database: Database,
  { keyId, from, to, pepperMark }: RenewedSecret,
): Promise<void> {
  await database.rows(
    Prisma.sql`UPDATE runner_key SET secret_hmac = ${to}, pepper_mark = ${pepperMark} WHERE id = ${keyId} AND secret_hmac = ${from}`,
  );
}

const keysWhere = (reader: Writer, where: Prisma.Sql): Promise<RunnerKey[]> =>
  rowsOf(
    reader,
    Prisma.sql`
      SELECT k.id, k.tool, k.name, k.created_at AS "createdAt", k.created_by AS "createdBy", k.revoked_at AS "revokedAt",
             k.last_asked_at AS "lastAskedAt"
      FROM runner_key AS k WHERE ${where}`,
  );
