/** Reads the ids that a request's path contains according to its route's access. */
import { AppError } from '@farebox/contract';
import { invariant } from '@farebox/kernel';

export function organizationOf({ organizationId }: { readonly organizationId: string | null }): string {
  invariant(organizationId !== null, 'the path names an organization, or a project of one');
  return organizationId;
}

/** Throws `not_found` for a thing that no longer exists or that belongs to another project or organization. */
export function present<T>(found: T | null): T {
  if (found === null) throw new AppError('not_found');
  return found;
}
