/** A project with a balance and a key to it, made through the packages that own the tables. */
import { SCOPES } from '@tollgate/contract';
import { openDatabase } from '@tollgate/db';
import { micros } from '@tollgate/kernel';
import { issueKey } from '@tollgate/keys';
import { topUp } from '@tollgate/ledger';
import { addMember, createOrganization, createProject } from '@tollgate/projects';

const BALANCE_MICROS = 50_000_000n;

/** Answers the key. */
export async function openProject(databaseUrl: string, pepper: string): Promise<string> {
  const database = openDatabase({ url: databaseUrl, poolMax: 2, applicationName: 'deploy-tests' });
  try {
    const organizationId = await createOrganization(database, 'Deploy');
    const projectId = await createProject(database, { organizationId, name: 'Deploy' });
    await topUp(database, { projectId, amountMicros: micros(BALANCE_MICROS), reference: 'deploy' });
    const memberId = await addMember(database, { projectId, subject: 'deploy', name: 'Deploy', role: 'ADMIN' });
    const request = { projectId, memberId, name: 'deploy', scopes: SCOPES, environment: 'test' } as const;
    const issued = await issueKey({ database, pepper }, request);
    if (issued === null) throw new Error('the member was just made');
    return issued.token;
  } finally {
    await database.close();
  }
}
