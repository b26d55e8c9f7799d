/** Nobody uses up the requests that operators and ADMINs need. */
import { randomUUID } from 'node:crypto';
import { AppError } from '@farebox/contract';
import { addMember, type Session, type Standing, standingsOf } from '@farebox/identity';
import { openTestDatabase, type TestDatabase, testDatabase } from '@farebox/testing';
import type { Database } from '@farebox/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newProject } from '../testing/gateway.fixture.ts';
import { createOperatorLimits, type OperatorLimits } from './operator-limits.ts';
import type { ResponseContext } from './response.ts';

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await testDatabase();
  database = openTestDatabase({ url: server.url, poolMax: 3, applicationName: 'operator-limits' });
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

/** Time stands still, so that all requests are in one window. */
const clock = { now: () => new Date(0), monotonicMs: () => 0 };
const limitsOf = (read: (session: Session) => Promise<readonly Standing[]> = standings): OperatorLimits =>
  createOperatorLimits({ standingsOf: read, clock });
const standings = (session: Session) => standingsOf(database.prisma, session, { limit: 20 });

const sessionOf = (subject: string = randomUUID(), isOperator = false): Session => ({
  subject,
  isOperator,
  issuedAt: new Date(),
});

/** Sends requests, and returns how many were allowed. */
async function allowed(limits: OperatorLimits, session: Session, requests: number): Promise<number> {
  let count = 0;
  for (let n = 0; n < requests; n++)
    await limits.countSession(session, {} as ResponseContext).then(
      () => count++,
      (error: unknown) => {
        if (!(error instanceof AppError && error.message === 'rate_limit_exceeded')) throw error;
      },
    );
  return count;
}

async function flooded(limits: OperatorLimits, people: number): Promise<number> {
  let count = 0;
  for (let n = 0; n < people; n++) count += await allowed(limits, sessionOf(), 120);
  return count;
}

type Role = 'ADMIN' | 'MEMBER' | 'VIEWER';

async function personOf(projectId: string, role: Role): Promise<Session> {
  const subject = randomUUID();
  await addMember(database, { projectId, subject, name: role, role });
  return sessionOf(subject);
}

test.each([51, 200])(
  '%d strangers at full speed leave operators and people of organizations what they need',
  async (people) => {
    const project = await newProject(database);
    const [admin, viewer] = [await personOf(project.id, 'ADMIN'), await personOf(project.id, 'VIEWER')];
    const limits = limitsOf();
    expect(await flooded(limits, people)).toBe(6_000);
    expect(await allowed(limits, sessionOf(), 1)).toBe(0);
    expect(await allowed(limits, sessionOf(randomUUID(), true), 130)).toBe(120);
    expect([await allowed(limits, admin, 130), await allowed(limits, viewer, 130)]).toEqual([120, 120]);
  },
);

test('people of one organization leave its ADMINs, and another organization, what they need', async () => {
  const [crowd, other] = [await newProject(database), await newProject(database)];
  const admin = await personOf(crowd.id, 'ADMIN');
  const others = await personOf(other.id, 'VIEWER');
  const limits = limitsOf();
  for (let n = 0; n < 51; n++) await allowed(limits, await personOf(crowd.id, 'VIEWER'), 120);
  expect(await allowed(limits, await personOf(crowd.id, 'VIEWER'), 1)).toBe(0);
  expect([await allowed(limits, admin, 1), await allowed(limits, others, 1)]).toEqual([1, 1]);
});

test('a person whom a crowd adds to its organization keeps the requests of their own', async () => {
  const [own, crowd] = [await newProject(database), await newProject(database)];
  const victim = await personOf(own.id, 'ADMIN');
  await addMember(database, { projectId: crowd.id, subject: victim.subject, name: 'added', role: 'ADMIN' });
  const limits = limitsOf();
  for (let n = 0; n < 51; n++) await allowed(limits, await personOf(crowd.id, 'ADMIN'), 120);
  expect(await allowed(limits, victim, 130)).toBe(120);
});

test('a session of before the removal is a stranger', async () => {
  const project = await newProject(database);
  const admin = await personOf(project.id, 'ADMIN');
  const limits = limitsOf();
  await flooded(limits, 51);
  const old = { ...admin, issuedAt: new Date(Date.now() - 60_000) };
  await database.prisma.organizationMember.updateMany({
    where: { subject: admin.subject },
    data: { sessionsAfter: new Date(Date.now() - 30_000) },
  });
  expect([await allowed(limits, old, 1), await allowed(limits, admin, 1)]).toEqual([0, 1]);
});

test('requests of one person share one read of their organizations, and a failed read is repeated', async () => {
  let reads = 0;
  const limits = limitsOf(async (session) => {
    reads++;
    if (reads === 1) throw new Error('the database is away');
    return standings(session);
  });
  const session = sessionOf();
  await expect(limits.countSession(session, {} as ResponseContext)).rejects.toThrow('the database is away');
  expect(await allowed(limits, session, 100)).toBe(100);
  expect(reads).toBe(2);
});
