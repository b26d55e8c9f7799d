/** Reads the offered tools for gateways and workers. */
import { type Database, Prisma } from '@farebox/db';
import { invariant } from '@farebox/kernel';

export interface OfferedVersion {
  readonly version: number;
  /** SHA-256 of the manifest in hexadecimal. */
  readonly digest: string;
  /** RFC 8785 canonical JSON. */
  readonly manifest: string;
}

export interface ToolChange {
  readonly name: string;
  readonly revision: number;
  /** Null: no version is offered. */
  readonly active: OfferedVersion | null;
  readonly isRetired: boolean;
}

export interface ToolChanges {
  /** The timeline of the server: a server on another timeline may have lost revisions. */
  readonly timeline: number;
  /** In the order of their revisions. */
  readonly tools: readonly ToolChange[];
}

export interface ToolReader {
  /** The next tools that changed after a revision, 50 at most; after 0 from the first. None: the reader knows all. */
  readonly changes: (afterRevision: number) => Promise<ToolChanges>;
  /** Also a version that is not offered. It never changes. */
  readonly version: (name: string, version: number) => Promise<(OfferedVersion & { readonly name: string }) | null>;
}

export const toolReader = (database: Database): ToolReader => ({
  changes: async (afterRevision) => {
    const changes = await database.json<ToolChanges>(Prisma.sql`SELECT tool_changes(${afterRevision}::bigint)`);
    invariant(changes !== null, 'tool_changes returns one value');
    return changes;
  },
  version: (name, version) =>
    database.json(Prisma.sql`
      SELECT json_build_object('name', name, 'version', version, 'digest', digest, 'manifest', manifest)
      FROM tool_version WHERE name = ${name} AND version = ${version}::integer`),
});
