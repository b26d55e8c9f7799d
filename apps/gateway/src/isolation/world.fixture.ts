/**
 * For the matrix of tenant isolation: two organizations, three projects, every kind of caller, and for every name in a path,
 * a query or a body the ids that a caller might send. A route with another name fails the matrix until a line is added
 * here.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '@farebox/db';
import { requestExport } from '@farebox/exports';
import { addMember, createInvitation, createProject, issueKey } from '@farebox/identity';
import { insertEndpoint } from '@farebox/webhooks';
import { micros, newId } from '@farebox/kernel';
import { topUp } from '@farebox/ledger';
import { insertCheckout } from '@farebox/payments';
import { PEPPER, projectOf } from '../testing/gateway.fixture.ts';
import { underReview } from '../testing/review.fixture.ts';
import type { TestOperatorGateway } from '../testing/operator.fixture.ts';
import { manifestOf, publishForTest } from '@farebox/tools/testing';
import { PULL_RUNNER } from '@farebox/tools/testing/pull';
import { newRunner } from '../testing/runs.fixture.ts';
import { type Caller, sessionsOf } from './callers.fixture.ts';

/** Possible owners of an id, as seen from the caller's project. */
export const OWNERS = ['own', 'sibling', 'foreign', 'absent', 'malformed'] as const;
export type Owner = (typeof OWNERS)[number];
export type Ids = Readonly<Record<Owner, string>>;

export interface World {
  /** Name of a path or query parameter or of a schema → id of each owner. */
  readonly ids: Readonly<Record<string, Ids>>;
  /** Null for a caller without a session. */
  readonly sessionOf: (caller: Caller) => Promise<string | null>;
}

interface Tenant {
  readonly projectId: string;
  readonly organizationId: string;
  readonly memberId: string;
  readonly keyId: string;
  readonly publicId: string;
  /** An execution under review. */
  readonly executionId: string;
  readonly fileId: string;
  readonly invitationId: string;
  readonly exportId: string;
  readonly checkoutId: string;
  readonly webhookId: string;
}

type Tenants = Readonly<Record<'own' | 'sibling' | 'foreign', Tenant>>;

export async function createWorld(gateway: TestOperatorGateway): Promise<World> {
  const project = await gateway.newProject();
  const own = await tenantOf(gateway, project.id);
  const { organizationId } = own;
  const sibling = await tenantOf(gateway, await createProject(gateway.database, { organizationId, name: 'Sibling' }));
  const foreign = await tenantOf(gateway, (await gateway.newProject()).id);
  const tenants = { own, sibling, foreign };
  const ids = {
    ...idsOf(tenants),
    priceVersion: await priceVersions(gateway, tenants),
    tool: await templates(gateway, tenants),
    toolName: await ownTools(gateway),
    runnerKeyId: await runnerKeys(gateway),
  };
  return { ids, sessionOf: sessionsOf(gateway, { project, ...tenants }) };
}

function idsOf({ own, sibling, foreign }: Tenants): World['ids'] {
  const of = (name: keyof Tenant, absent: string): Ids => {
    const malformed = absent.slice(0, -1);
    return { own: own[name], sibling: sibling[name], foreign: foreign[name], absent, malformed };
  };
  return {
    projectId: of('projectId', newId('project')),
    organizationId: of('organizationId', newId('organization')),
    memberId: of('memberId', newId('member')),
    keyId: of('keyId', newId('key')),
    key: of('publicId', randomBytes(8).toString('hex')),
    executionId: of('executionId', newId('execution')),
    fileId: of('fileId', newId('file')),
    invitationId: of('invitationId', newId('invitation')),
    exportId: of('exportId', newId('export')),
    proposalId: proposalIds(),
    checkoutId: of('checkoutId', newId('checkout')),
    webhookId: of('webhookId', newId('webhook')),
    provider: {
      own: 'simulated-openai',
      sibling: 'of-a-sibling',
      foreign: 'of-a-foreigner',
      absent: 'absent',
      malformed: 'Malformed',
    },
  };
}

/** Price versions: that of the list in force, and those of terms that apply to one project only. */
async function priceVersions(gateway: TestOperatorGateway, { sibling, foreign }: Tenants): Promise<Ids> {
  const session = await gateway.session({ isOperator: true });
  const { data: list } = await gateway.operate<{ version: string }>('GET /prices/current', { session });
  const termsOf = async (projectId: string, basisPoints: number): Promise<string> => {
    const request = { session, body: { basisPoints } };
    return (await gateway.operate<{ version: string }>(`POST /projects/${projectId}/prices`, request)).data.version;
  };
  const terms = [await termsOf(sibling.projectId, 9_000), await termsOf(foreign.projectId, 8_000)] as const;
  return {
    own: list.version,
    sibling: terms[0],
    foreign: terms[1],
    absent: '2020-01-01.00000000',
    malformed: '2020-01-01',
  };
}

/** A tool of the catalog, and one template each of the sibling and the foreign project, with different names. */
async function templates({ database, call }: TestOperatorGateway, { sibling, foreign }: Tenants): Promise<Ids> {
  const save = async (projectId: string, name: string): Promise<string> => {
    const { token } = await projectOf(database, projectId).newKey();
    const step = { tool: 'image-analyze', arguments: { source: { fileId: 'file_sample_photo' } } };
    await call('POST /tools/templates', { key: token, json: { name, parameters: {}, steps: [step] } });
    return `@${name}`;
  };
  return {
    own: 'image-analyze',
    sibling: await save(sibling.projectId, 'of-a-sibling'),
    foreign: await save(foreign.projectId, 'of-a-foreigner'),
    absent: '@absent',
    malformed: '@',
  };
}

/** Tools of manifests belong to no project. */
async function ownTools({ database }: TestOperatorGateway): Promise<Ids> {
  const { name } = await publishForTest(database, manifestOf('acme-own', { runner: PULL_RUNNER }), { activate: false });
  return {
    own: name,
    sibling: 'acme-of-a-sibling',
    foreign: 'acme-of-a-foreigner',
    absent: 'acme-absent',
    malformed: 'Acme',
  };
}

/** The key of `acme-own`, and keys of other tools: they belong to no project either. */
async function runnerKeys(gateway: TestOperatorGateway): Promise<Ids> {
  const own = await newRunner(gateway, 'acme-own');
  const [sibling, foreign] = [await newRunner(gateway), await newRunner(gateway)];
  const absent = newId('runnerKey');
  return {
    own: own.keyId,
    sibling: sibling.keyId,
    foreign: foreign.keyId,
    absent,
    malformed: absent.slice(0, -1),
  };
}

/** No proposal exists, so that a route below one responds alike for every owner. */
function proposalIds(): Ids {
  const [own, sibling, foreign, absent] = Array.from({ length: 4 }, () => newId('proposal')) as [
    string,
    string,
    string,
    string,
  ];
  return { own, sibling, foreign, absent, malformed: absent.slice(0, -1) };
}

async function tenantOf({ database }: TestOperatorGateway, projectId: string): Promise<Tenant> {
  const { organizationId } = await database.prisma.project.findUniqueOrThrow({ where: { id: projectId } });
  const member = { projectId, subject: randomUUID(), name: 'Owner of a key', role: 'MEMBER' } as const;
  const memberId = await addMember(database, member);
  const request = { projectId, memberId, name: 'key', scopes: ['project:read'] as const };
  const issued = await issueKey({ database, pepper: PEPPER }, request);
  if (issued === null) throw new Error('the key was not issued');
  await topUp(database, { projectId, amountMicros: micros(1_000_000n), reference: 'of the matrix' });
  const { executionId } = await underReview(database, projectId);
  const fileId = await uploaded(database, projectId);
  const invitationId = await invited(database, organizationId);
  const exportId = await exported(database, projectId, organizationId);
  const checkout = { projectId, amountMicros: 1_000_000n, isLive: false, openedBy: member.subject };
  const checkoutId = await database.transaction((transaction) => insertCheckout(transaction, checkout));
  const { id: keyId, publicId } = issued.key;
  const webhookId = await told(database, projectId);
  return {
    projectId,
    organizationId,
    memberId,
    keyId,
    publicId,
    executionId,
    fileId,
    invitationId,
    exportId,
    checkoutId,
    webhookId,
  };
}

/** Creates a webhook endpoint. It gets no deliveries, because no keeper runs. */
async function told(database: Database, projectId: string): Promise<string> {
  const endpoint = { projectId, url: 'https://shop.example.com', events: ['execution.failed'], sealedSecret: 'sealed' };
  const made = await database.transaction((transaction) => insertEndpoint(transaction, endpoint));
  if (made === null) throw new Error('there are too many endpoints');
  return made.id;
}

/** Requests an export. It stays pending, because no keeper runs. */
async function exported(database: Database, projectId: string, chain: string): Promise<string> {
  const request = { projectId, chain, requestedBy: 'Owner of a key' };
  const made = await database.transaction((transaction) => requestExport(transaction, request));
  if (typeof made === 'string') throw new Error(`the export is ${made}`);
  return made.id;
}

async function invited(database: Database, organizationId: string): Promise<string> {
  const createdBy = { kind: 'operator', subject: 'of the matrix' } as const;
  const to = { name: 'Somebody', role: 'MEMBER', projectIds: [], projectRole: null, subject: null, days: 1 } as const;
  const made = await database.transaction((transaction) =>
    createInvitation(transaction, { organizationId, ...to, createdBy, pepper: PEPPER }),
  );
  if (made === null) throw new Error('no person was invited');
  return made.invitation.id;
}

/** Inserts the row of an upload; its object is never read. */
async function uploaded({ prisma }: Database, projectId: string): Promise<string> {
  const id = newId('file');
  const objectKey = `projects/${projectId}/uploads/${id}`;
  const expiresAt = new Date(Date.now() + 3_600_000);
  const content = { sha256: randomBytes(32), mimeType: 'image/png', sizeBytes: 1n };
  await prisma.file.create({ data: { id, projectId, origin: 'upload', objectKey, expiresAt, ...content } });
  return id;
}
