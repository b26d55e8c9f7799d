/** A whole project at once, for those who have no session to make one in: deployments, the demo, tests. */
import { SCOPES } from '@tollgate/contract';
import { type Micros, invariant } from '@tollgate/kernel';
import { type IssueRequest, type KeyAuthority, issueKey } from '../keys/lifecycle.ts';
import type { KeyEnvironment } from '../keys/token.ts';
import { topUp } from '@tollgate/ledger';
import { addMember, createOrganization, createProject } from './store/create.ts';

export interface ProjectOrder {
  readonly organization: string;
  readonly name: string;
  /** Of the ADMIN that the key acts for; `subject` as in that member's sessions. */
  readonly admin: { readonly subject: string; readonly name: string };
  readonly balanceMicros: Micros;
  readonly environment: KeyEnvironment;
  readonly key: Pick<IssueRequest, 'name' | 'expiresAt'>;
}

export interface OpenedProject {
  readonly organizationId: string;
  readonly projectId: string;
  readonly memberId: string;
  /** The whole key, with every scope. Shown here and never again. */
  readonly key: string;
}

/** In steps, the key last: what is interrupted leaves a project that nobody can use. */
export async function openProject(
  authority: KeyAuthority,
  { organization, name, admin, balanceMicros, environment, key }: ProjectOrder,
): Promise<OpenedProject> {
  const { database } = authority;
  const organizationId = await createOrganization(database, organization);
  const projectId = await createProject(database, { organizationId, name, environment });
  const memberId = await addMember(database, { projectId, ...admin, role: 'ADMIN' });
  const reference = `opening-${projectId}`;
  if (balanceMicros > 0n) await topUp(database, { projectId, amountMicros: balanceMicros, reference });
  const issued = await issueKey(authority, { ...key, projectId, memberId, scopes: SCOPES });
  invariant(issued !== null, 'a member that was just made may have a key');
  return { organizationId, projectId, memberId, key: issued.token };
}
