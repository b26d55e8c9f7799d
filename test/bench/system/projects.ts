/** Projects with money for any number of rehearsals, each with the key of a member. */
import { randomUUID } from 'node:crypto';
import { micros } from '@farebox/kernel';
import { issueKey, addMember, createOrganization, createProject } from '@farebox/identity';
import { topUp } from '@farebox/ledger';
import { openTestDatabase } from '@farebox/testing';
import type { System } from './system.ts';

export interface Project {
  readonly id: string;
  readonly key: string;
}

const BALANCE_MICROS = micros(1_000_000_000_000n);

export async function makeProjects(
  { databaseUrl, keyPepper: pepper }: Pick<System, 'databaseUrl' | 'keyPepper'>,
  count: number,
  environment: 'live' | 'test' = 'test',
): Promise<Project[]> {
  const database = openTestDatabase({ url: databaseUrl, poolMax: 2, applicationName: 'farebox-bench' });
  try {
    const organizationId = await createOrganization(database, 'Bench');
    const projects: Project[] = [];
    while (projects.length < count) {
      const id = await createProject(database, {
        organizationId,
        name: 'Bench',
        environment,
        monthlyCapMicros: null,
      });
      await topUp(database, { projectId: id, amountMicros: BALANCE_MICROS, reference: randomUUID() });
      const member = { projectId: id, subject: randomUUID(), name: 'Bench', role: 'MEMBER' } as const;
      const memberId = await addMember(database, member);
      const scopes = ['tools:read', 'tools:execute', 'executions:read'] as const;
      const request = { projectId: id, memberId, name: 'bench', scopes } as const;
      const issued = await issueKey({ database, pepper }, request);
      projects.push({ id, key: issued!.token });
    }
    return projects;
  } finally {
    await database.close();
  }
}
