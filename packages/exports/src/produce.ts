/**
 * The keeper's work on exports: claims one, writes parts for some seconds, and hands it back. The next keeper continues after the last part that has a
 * row; a part without a row is written again.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Database } from '@farebox/db';
import { failpoint, invariant } from '@farebox/kernel';
import type { ArtifactStore } from '@farebox/storage';
import { partKey } from './keys.ts';
import { SECTIONS, type Section } from './store/sections.ts';
import { type ClaimedExport, claimExport, finishExport, handBack, savePart } from './store/claim.ts';

export interface Produced {
  readonly database: Database;
  readonly artifacts: Pick<ArtifactStore, 'put'>;
  /** Stops the work after the current part. */
  readonly signal: AbortSignal;
  /** Duration of one run, which writes at least one part; default 20 s. */
  readonly turnMs?: number;
  /** The size at which a part is closed; default 4 MiB. */
  readonly partBytes?: number;
}

const TURN_MS = 20_000;
const PART_BYTES = 4 * 1024 * 1024;
const LEVEL = 6;

/** Returns the number of written parts. */
export async function produceExports(needs: Produced): Promise<number> {
  const { database, signal, turnMs = TURN_MS } = needs;
  const claimed = await claimExport(database);
  if (claimed === null) return 0;
  const until = performance.now() + turnMs;
  let at: Cursor | null = { section: claimed.section, position: claimed.position, number: claimed.parts };
  let written = 0;
  do {
    const next = await writePart(needs, claimed, at);
    if (next === 'lost') return written;
    at = next;
    if (at !== null) written++;
  } while (at !== null && !signal.aborted && performance.now() < until);
  if (at === null) await finishExport(database, claimed);
  else await handBack(database, claimed);
  return written;
}

interface Cursor {
  /** '' means the first section. */
  readonly section: string;
  readonly position: string;
  readonly number: number;
}

/** Returns where the next part begins; null: the export is complete. */
async function writePart(needs: Produced, claimed: ClaimedExport, at: Cursor): Promise<Cursor | 'lost' | null> {
  const { database, artifacts, partBytes = PART_BYTES } = needs;
  for (let n = indexOf(at.section), after = at.position; n < SECTIONS.length; n++, after = '') {
    const section = SECTIONS[n];
    invariant(section !== undefined, 'a section has an index');
    const { lines, rows, position, isWhole } = await linesOf(database, { claimed, section, after, partBytes });
    if (rows === 0) continue;
    const body = await promisify(gzip)(lines, { level: LEVEL });
    const sha256 = createHash('sha256').update(body).digest('hex');
    const { number } = at;
    const objectKey = partKey(claimed, { number, sha256 });
    await failpoint('keeper.export.before', claimed.id);
    await artifacts.put(objectKey, body, { mimeType: 'application/gzip', sizeBytes: body.length });
    const next = isWhole
      ? { section: SECTIONS[n + 1]?.name ?? END, position: '' }
      : { section: section.name, position };
    const part = { number, section: section.name, objectKey, sha256, sizeBytes: body.length, rows, next };
    if (!(await savePart(database, claimed, part))) return 'lost';
    await failpoint('keeper.export.after', claimed.id);
    return { ...next, number: number + 1 };
  }
  return null;
}

/** The position after the last section. */
const END = 'end';

function indexOf(name: string): number {
  if (name === END) return SECTIONS.length;
  const index = name === '' ? 0 : SECTIONS.findIndex((section) => section.name === name);
  invariant(index >= 0, 'an export stands in a section that there is');
  return index;
}

interface Reading {
  readonly claimed: ClaimedExport;
  readonly section: Section;
  readonly after: string;
  readonly partBytes: number;
}

type Row = Readonly<Record<string, unknown>> & { readonly position: string };

/** Reads pages until a part is full, or the section has ended. */
async function linesOf(database: Database, { claimed, section, after, partBytes }: Reading) {
  let [lines, rows, position] = ['', 0, after];
  for (;;) {
    const page = await database.rows<Row>(section.page(claimed, position, section.limit));
    for (const { position: at, ...line } of page) {
      lines += `${JSON.stringify(line, plain)}\n`;
      position = at;
    }
    rows += page.length;
    if (page.length < section.limit) return { lines, rows, position, isWhole: true };
    if (lines.length >= partBytes) return { lines, rows, position, isWhole: false };
  }
}

/** The ledger keeps amounts and counts within the integers that JSON numbers hold exactly. */
const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);
