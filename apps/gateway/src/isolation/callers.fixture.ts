/**
 * For the matrix of tenant isolation: every kind of caller of the operator API. New people are made now and then, because
 * each person has a rate limit.
 */
import { randomUUID } from 'node:crypto';
import type { Role } from '@farebox/contract';
import { addMember, addPerson, revokeKey } from '@farebox/identity';
import type { TestProject } from '../testing/gateway.fixture.ts';
import type { TestOperatorGateway } from '../testing/operator.fixture.ts';
import { newRunner } from '../testing/runs.fixture.ts';

/** Members of `own` unless the name says otherwise. */
export const CALLERS = [
  'ADMIN',
  'MEMBER',
  'VIEWER',
  'ADMIN of the organization',
  'MEMBER of the organization',
  'ADMIN of a sibling',
  'ADMIN of a foreign project',
  'a person without a project',
  'removed from the project',
  'removed from the organization',
  'an operator',
  'an API key of an ADMIN',
  'a revoked API key',
  'a runner key',
  'no session',
] as const;
export type Caller = (typeof CALLERS)[number];

/** Maps a removed ADMIN of `own`, with a session from before the removal, to a caller that never had that role. */
export const REMOVED = {
  'removed from the project': 'MEMBER of the organization',
  'removed from the organization': 'a person without a project',
} as const satisfies Partial<Record<Caller, Caller>>;

/** Role of a caller in `own`; undefined: none. */
export const ROLE_OF: Partial<Readonly<Record<Caller, Role>>> = { ADMIN: 'ADMIN', MEMBER: 'MEMBER', VIEWER: 'VIEWER' };

interface ProjectIds {
  readonly projectId: string;
  readonly organizationId: string;
}

interface Projects {
  /** The project `own`, to issue keys. */
  readonly project: TestProject;
  readonly own: ProjectIds;
  readonly sibling: ProjectIds;
  readonly foreign: ProjectIds;
}

/** Returns null for a caller without a session. */
export function sessionsOf(
  gateway: TestOperatorGateway,
  { project, own, sibling, foreign }: Projects,
): (caller: Caller) => Promise<string | null> {
  const { memberSession, session } = gateway;
  const sessions: Readonly<Record<Caller, () => Promise<string | null>>> = {
    ADMIN: () => memberSession(own.projectId, 'ADMIN'),
    MEMBER: () => memberSession(own.projectId, 'MEMBER'),
    VIEWER: () => memberSession(own.projectId, 'VIEWER'),
    'ADMIN of the organization': () => personSession(gateway, own, 'ADMIN'),
    'MEMBER of the organization': () => personSession(gateway, own, 'MEMBER'),
    'ADMIN of a sibling': () => memberSession(sibling.projectId, 'ADMIN'),
    'ADMIN of a foreign project': () => memberSession(foreign.projectId, 'ADMIN'),
    'a person without a project': () => session(),
    'removed from the project': reused(() => removedSession(gateway, own, `projects/${own.projectId}`)),
    'removed from the organization': reused(() => removedSession(gateway, own, `organizations/${own.organizationId}`)),
    'an operator': () => session({ isOperator: true }),
    'an API key of an ADMIN': reused(async () => (await project.newKey({ role: 'ADMIN' })).token),
    'a revoked API key': reused(async () => {
      const { token, keyId } = await project.newKey({ role: 'ADMIN' });
      await revokeKey(gateway, { projectId: own.projectId, keyId });
      return token;
    }),
    'a runner key': reused(async () => (await newRunner(gateway)).token),
    'no session': async () => null,
  };
  return (caller) => sessions[caller]();
}

/** Far below the rate limit of one person. */
const USES = 50;

/** Reuses a session whose caller takes several requests to make. */
function reused(make: () => Promise<string>): () => Promise<string> {
  let made: Promise<string> | undefined;
  let uses = 0;
  return () => {
    if (made === undefined || uses >= USES) [made, uses] = [make(), 0];
    uses += 1;
    return made;
  };
}

/** A session of a person in the organization without a role in any project. */
async function personSession(
  { database, session }: TestOperatorGateway,
  { organizationId }: ProjectIds,
  role: 'ADMIN' | 'MEMBER',
): Promise<string> {
  const subject = randomUUID();
  await database.transaction((transaction) =>
    addPerson(transaction, { organizationId, subject, name: 'Person', role }),
  );
  return session({ subject });
}

/** A session of a removed ADMIN; the project keeps another ADMIN. */
async function removedSession(gateway: TestOperatorGateway, { projectId }: ProjectIds, from: string): Promise<string> {
  await gateway.memberSession(projectId, 'ADMIN');
  const subject = randomUUID();
  const memberId = await addMember(gateway.database, { projectId, subject, name: 'Leaver', role: 'ADMIN' });
  const session = await gateway.session({ subject });
  const request = { session: await gateway.session({ isOperator: true }), body: {} };
  const { status, text } = await gateway.operate(`POST /${from}/members/${memberId}/remove`, request);
  if (status !== 200) throw new Error(`no member was removed: ${text}`);
  return session;
}
