/** What a call's path names, where its route's access says that it does. */
import { AppError } from '@farebox/contract';
import { invariant } from '@farebox/kernel';

export function organizationOf({ organizationId }: { readonly organizationId: string | null }): string {
  invariant(organizationId !== null, 'the path names an organization, or a project of one');
  return organizationId;
}

/** What is not of the project or organization of the path, or no longer, is as if it had never been. */
export function present<T>(found: T | null): T {
  if (found === null) throw new AppError('not_found');
  return found;
}
