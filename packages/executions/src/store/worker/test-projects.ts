/** Finds projects with test money, which business metrics leave out. Queried once per project, because it never changes. */
import { type Database, Prisma } from '@farebox/db';
import { boundedMap } from '@farebox/kernel';

/** Beyond it the oldest is evicted and queried again. */
const KNOWN_MAX = 10_000;

export function createTestProjects(database: Database): (projectId: string) => Promise<boolean> {
  const known = boundedMap<boolean>(KNOWN_MAX);
  return async (projectId) => {
    const remembered = known.get(projectId);
    if (remembered !== undefined) return remembered;
    const [row] = await database.rows<{ isTest: boolean }>(
      Prisma.sql`SELECT environment = 'test' AS "isTest" FROM project WHERE id = ${projectId}`,
    );
    if (row === undefined) return false;
    known.set(projectId, row.isTest);
    return row.isTest;
  };
}
