/**
 * Reads a whole chain and computes its hashes again, here and not in the database. Whoever owns the database can write a chain anew from the
 * altered entry on: that is found only against a head that was kept elsewhere.
 */
import { createHash } from 'node:crypto';
import { type Database, Prisma } from '@tollgate/db';

export interface Head {
  readonly chain: string;
  /** Of the newest entry. */
  readonly number: number;
  /** Hexadecimal digits. */
  readonly hash: string;
}

export interface Verified {
  readonly chain: string;
  /** Entries that were found sound, from the first on. */
  readonly sound: number;
  readonly head: Head;
  /** The first entry that is not as it was written; null: all are. */
  readonly problem: { readonly number: number; readonly kind: 'altered' | 'missing' } | null;
}

interface Link {
  readonly number: bigint;
  readonly content: string;
  readonly previousHash: Uint8Array;
  readonly hash: Uint8Array;
}

const PAGE = 1_000;

/** Of every chain, by name. To be kept where nobody who has the database can write. */
export async function readHeads(database: Database): Promise<readonly Head[]> {
  const rows = await database.rows<{ chain: string; number: bigint; hash: string }>(
    Prisma.sql`SELECT chain, number, encode(hash, 'hex') AS hash FROM audit_log_head ORDER BY chain`,
  );
  return rows.map(({ number, ...row }) => ({ ...row, number: Number(number) }));
}

/** @param kept a head of this chain that was exported before: the entry it names must still be there with that hash. */
export async function verifyChain(database: Database, chain: string, kept?: Head): Promise<Verified> {
  const head = (await readHeads(database)).find((each) => each.chain === chain) ?? { chain, number: 0, hash: ZERO };
  let sound = 0;
  let last = ZERO;
  const broken = (kind: 'altered' | 'missing'): Verified => ({
    chain,
    sound,
    head,
    problem: { number: sound + 1, kind },
  });
  for await (const { number, content, previousHash, hash } of linksOf(database, chain)) {
    if (Number(number) !== sound + 1) return broken('missing');
    const computed = createHash('sha256').update(Buffer.from(last, 'hex')).update(content).digest('hex');
    if (hex(previousHash) !== last || hex(hash) !== computed) return broken('altered');
    if (kept?.number === sound + 1 && kept.hash !== computed) return broken('altered');
    sound += 1;
    last = computed;
  }
  if (sound < Math.max(head.number, kept?.number ?? 0)) return broken('missing');
  return { chain, sound, head, problem: null };
}

const ZERO = '00'.repeat(32);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

async function* linksOf(database: Database, chain: string): AsyncGenerator<Link> {
  let after = 0n;
  for (;;) {
    const page = await database.rows<Link>(Prisma.sql`
      SELECT number, audit_log_content(audit_log) AS content, previous_hash AS "previousHash", hash
        FROM audit_log WHERE chain = ${chain} AND number > ${after} ORDER BY number LIMIT ${PAGE}`);
    yield* page;
    const next = page.at(-1)?.number;
    if (next === undefined) return;
    after = next;
  }
}
