/** Reads the ids that a request's path contains according to its route's access. */
import { type Missing, notFound } from '@farebox/contract';
import { invariant } from '@farebox/kernel';

export function organizationOf({ organizationId }: { readonly organizationId: string | null }): string {
  invariant(organizationId !== null, 'the path names an organization, or a project of one');
  return organizationId;
}

/** The project that holds the thing of the path. */
export function holderOf({ projectId }: { readonly projectId: string | null }): string {
  invariant(projectId !== null, 'access found the project');
  return projectId;
}

/** Throws `not_found` for a thing that no longer exists or that belongs to another project or organization. */
export function present<T>(found: T | null, missing: Missing): T {
  if (found === null) throw notFound(missing);
  return found;
}
