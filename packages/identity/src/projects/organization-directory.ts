/**
 * The organization of a project, for requests without a key. A project never changes its organization, so a gateway asks
 * the database once for each project. It decides only how slots are shared: without the database nothing waits for it.
 */
import type { Database } from '@farebox/db';
import { boundedMap, within } from '@farebox/kernel';
import { organizationOfProject } from './store/find.ts';

export interface OrganizationDirectory {
  /** The id of the organization; the project's own id if it is not known in time. Never rejects. */
  readonly ofProject: (projectId: string) => Promise<string>;
}

const REMEMBERED_MAX = 10_000;
const WAIT_MS = 250;

export function createOrganizationDirectory(database: Database): OrganizationDirectory {
  const known = boundedMap<string>(REMEMBERED_MAX);
  async function find(projectId: string): Promise<string> {
    const found = await organizationOfProject(database.prisma, projectId);
    if (found !== null) known.set(projectId, found);
    return found ?? projectId;
  }
  return {
    ofProject: async (projectId) =>
      known.get(projectId) ?? (await within(WAIT_MS, 'the organization', find(projectId)).catch(() => projectId)),
  };
}
