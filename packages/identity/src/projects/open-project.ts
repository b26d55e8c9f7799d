/**
 * Creates a whole project at once, for programs without a session: deployments, the demo, tests. Creates everything or nothing, and records each act in the
 * chain of the new organization, under the name of the program.
 */
import { appendEntry, lockChain, type NewEntry } from '@farebox/audit-log';
import { SCOPES } from '@farebox/contract';
import type { Transaction } from '@farebox/db';
import { topUp } from '@farebox/ledger';
import { type Micros, invariant, microsToJson } from '@farebox/kernel';
import { type IssuedKey, type IssueRequest, type KeyAuthority, issueKey } from '../keys/lifecycle.ts';
import type { KeyEnvironment } from '../keys/token.ts';
import { addMember, createOrganization, createProject } from './store/create.ts';

export interface ProjectOrder {
  readonly organization: string;
  readonly name: string;
  /** The ADMIN who owns the key; `subject` is the `sub` of that person's sessions. */
  readonly admin: { readonly subject: string; readonly name: string };
  readonly balanceMicros: Micros;
  readonly environment: KeyEnvironment;
  readonly key: Pick<IssueRequest, 'name' | 'expiresAt'>;
  /** The name of the program in the audit log. Default: `farebox-project`. */
  readonly program?: string;
}

export interface OpenedProject {
  readonly organizationId: string;
  readonly projectId: string;
  readonly memberId: string;
  /** The whole key, with every scope. Shown only this once. */
  readonly key: string;
}

type Told = Pick<NewEntry, 'act' | 'target' | 'before' | 'after'>;

export function openProject({ database, pepper }: KeyAuthority, order: ProjectOrder): Promise<OpenedProject> {
  const { organization, name, admin, balanceMicros, environment, program = 'farebox-project' } = order;
  return database.transaction(async (transaction) => {
    const organizationId = await createOrganization(transaction, organization);
    await lockChain(transaction, organizationId);
    const tell = async (projectId: string | null, told: Told): Promise<void> => {
      const by = { actor: { kind: 'system', subject: program }, reason: null, requestId: null, replay: null } as const;
      await appendEntry(transaction, { chain: organizationId, projectId, ...by, ...told });
    };
    const made = { id: organizationId, name: organization };
    await tell(null, { act: 'organization.create', target: organizationId, before: null, after: made });

    const projectId = await createProject(transaction, { organizationId, name, environment });
    const memberId = await addMember(transaction, { projectId, ...admin, role: 'ADMIN' });
    const project = { id: projectId, organizationId, name, environment, admin: admin.subject };
    await tell(projectId, { act: 'project.create', target: projectId, before: null, after: project });

    if (balanceMicros > 0n) await tell(projectId, await funded(transaction, projectId, balanceMicros));
    const issued = await issueKey(
      { database: transaction, pepper },
      { ...order.key, projectId, memberId, scopes: SCOPES },
    );
    invariant(issued !== null, 'a member that was just made may have a key');
    await tell(projectId, { act: 'key.issue', target: issued.key.id, before: null, after: shown(issued) });
    return { organizationId, projectId, memberId, key: issued.token };
  });
}

async function funded(transaction: Transaction, projectId: string, amountMicros: Micros): Promise<Told> {
  const reference = `opening-${projectId}`;
  await topUp(transaction, { projectId, amountMicros, reference });
  const amount = microsToJson(amountMicros);
  const after = { availableMicros: amount, kind: 'top_up', amountMicros: amount, reference, executionId: null };
  return { act: 'balance.top_up', target: projectId, before: { availableMicros: 0 }, after };
}

/** The key without its text and without anything derived from it. */
function shown({ key }: IssuedKey): object {
  const { id, publicId, name, scopes, memberId, createdAt, expiresAt } = key;
  return { id, publicId, name, scopes, memberId, createdAt, expiresAt };
}
