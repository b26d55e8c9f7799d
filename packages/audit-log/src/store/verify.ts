/**
 * Reads a whole chain and computes its hashes again, in this process and not in the database. The owner of the database can rewrite a chain from the
 * altered entry on: only a comparison with a head that was stored elsewhere reveals this.
 */
import { createHash } from 'node:crypto';
import { type Database, Prisma } from '@farebox/db';

export interface Head {
  readonly chain: string;
  /** The number of the newest entry. */
  readonly number: number;
  /** In hexadecimal. */
  readonly hash: string;
}

export interface Verified {
  readonly chain: string;
  /** The number of unaltered entries before the first problem. */
  readonly sound: number;
  readonly head: Head;
  /** The first entry that is not as it was written; null: none. */
  readonly problem: { readonly number: number; readonly kind: 'altered' | 'missing' } | null;
}

interface Link {
  readonly number: bigint;
  readonly content: string;
  readonly previousHash: Uint8Array;
  readonly hash: Uint8Array;
}

const PAGE = 1_000;

async function readHead(database: Database, chain: string): Promise<Head> {
  const [row] = await database.rows<{ number: bigint; hash: string }>(
    Prisma.sql`SELECT number, encode(hash, 'hex') AS hash FROM audit_log_head WHERE chain = ${chain}`,
  );
  return row === undefined ? { chain, number: 0, hash: ZERO } : { chain, hash: row.hash, number: Number(row.number) };
}

/** @param kept a head of this chain that was stored elsewhere: the entry that it names must still exist with this hash. */
export async function verifyChain(database: Database, chain: string, kept?: Head): Promise<Verified> {
  const head = await readHead(database, chain);
  let sound = 0;
  let previous = ZERO;
  const broken = (kind: 'altered' | 'missing', number = sound + 1): Verified => ({
    chain,
    sound: number - 1,
    head,
    problem: { number, kind },
  });
  for await (const { number, content, previousHash, hash } of linksOf(database, chain)) {
    if (Number(number) !== sound + 1) return broken('missing');
    const computed = createHash('sha256').update(Buffer.from(previous, 'hex')).update(content).digest('hex');
    if (hex(previousHash) !== previous || hex(hash) !== computed) return broken('altered');
    if (kept?.number === sound + 1 && kept.hash !== computed) return broken('altered');
    if (head.number === sound + 1 && head.hash !== computed) return broken('altered');
    sound += 1;
    previous = computed;
  }
  if (sound < Math.max(head.number, kept?.number ?? 0)) return broken('missing');
  // An entry and its head are written together, so an entry beyond the head was forged, or the head was reset.
  const last = sound > head.number ? (await readHead(database, chain)).number : sound;
  if (last < sound) return broken('altered', last + 1);
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
