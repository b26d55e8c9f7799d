/**
 * Own tools of each kind of runner × files of other projects: a call that names one gets the same bytes as a call that names nobody's file,
 * so that neither a runner nor a foreign API or MCP server is ever sent it.
 */
import { createProject } from '@farebox/identity';
import { micros } from '@farebox/kernel';
import { topUp } from '@farebox/ledger';
import { manifestOf, publishForTest } from '@farebox/tools/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { projectOf } from '../testing/gateway.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';
import { NOBODYS } from './public-requests.fixture.ts';
import { visible } from './requests.fixture.ts';
import { newTenant, type Tenant } from './tenants.fixture.ts';

const SOON = { timeout: 30_000, interval: 50 };
const LIMITS = { maxRuntimeSeconds: 60, concurrency: 2 };
const URL = 'https://api.acme.example/v1';
const SIZES = { pixelsMax: 40_000_000, sizeBytesMax: 1_000_000 };
const INLINE = { files: { '/source': { mimeTypes: ['image/jpeg', 'image/png'], ...SIZES } } };

const KINDS = {
  'acme-by-http': { runner: { kind: 'http', url: URL, secret: 'acme-runner', ...LIMITS } },
  'acme-by-openapi': { runner: { kind: 'openapi', url: URL, method: 'POST', path: '/runs', ...LIMITS } },
  'acme-by-openapi-inline': {
    ...INLINE,
    runner: { kind: 'openapi', url: URL, method: 'POST', path: '/runs', files: 'base64', ...LIMITS },
  },
  'acme-by-mcp': { runner: { kind: 'mcp', url: URL, tool: 'read', ...LIMITS } },
  'acme-by-mcp-inline': { ...INLINE, runner: { kind: 'mcp', url: URL, tool: 'read', files: 'data-url', ...LIMITS } },
} as const;

let gateway: TestOperatorGateway;
let mine: Tenant;
let theirs: Readonly<Record<string, Tenant>>;

beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  for (const [name, changes] of Object.entries(KINDS))
    await publishForTest(gateway.database, manifestOf(name, changes));
  const own = await gateway.newProject();
  const { organizationId } = await gateway.database.prisma.project.findUniqueOrThrow({ where: { id: own.id } });
  const sibling = await createProject(gateway.database, { organizationId, name: 'Sibling' });
  await topUp(gateway.database, { projectId: sibling, amountMicros: micros(1_000_000), reference: 'of the matrix' });
  const [first, near, far] = await Promise.all([
    newTenant(gateway, own, 'mine'),
    newTenant(gateway, projectOf(gateway.database, sibling), 'near'),
    newTenant(gateway, await gateway.newProject(), 'far'),
  ]);
  mine = first;
  theirs = { 'another project of the organization': near, 'another organization': far };
  // A gateway offers a tool within a second of its publication.
  await vi.waitFor(async () => {
    const { text } = await gateway.call('GET /tools', { key: mine.key });
    expect(Object.keys(KINDS).filter((name) => !text.includes(`"${name}"`))).toEqual([]);
  }, SOON);
});

afterAll(async () => await gateway[Symbol.asyncDispose]());

type Tool = keyof typeof KINDS;

const inputOf = (fileId: string) => ({ arguments: { source: { fileId }, languages: ['en'] } });
const UNSOLD = { priceVersion: '2020-01-01.00000000', maximumChargeMicros: 1 };

/** Each way in which a call can name a file. */
const WAYS: Readonly<Record<string, (tool: Tool, fileId: string) => readonly [request: string, json: object]>> = {
  'a quote': (tool, fileId) => ['POST /tools/quote', { tool, ...inputOf(fileId) }],
  'an execution': (tool, fileId) => [`POST /tools/${tool}`, { tool, ...inputOf(fileId), ...UNSOLD }],
  'a step of a pipeline': (tool, fileId) => [
    'POST /tools/quote',
    { tool: 'pipeline', arguments: { steps: [{ tool, ...inputOf(fileId) }] } },
  ],
  'the quote of a batch': (tool, fileId) => ['POST /tools/batches/quote', { tool, items: [inputOf(fileId)] }],
  'a batch': (tool, fileId) => ['POST /tools/batches', { tool, items: [inputOf(fileId)], ...UNSOLD }],
};

const ask = ([request, json]: readonly [string, object]) =>
  gateway.call(request, { key: mine.key, json, headers: { 'Idempotency-Key': 'of-own-tools' } });

describe.each(Object.keys(KINDS) as Tool[])('%s', (tool) => {
  test.each(Object.entries(WAYS))(
    '%s with a file of another project is as one with a file of nobody',
    async (_, way) => {
      const absent = visible(await ask(way(tool, NOBODYS.fileId)));
      for (const { named } of Object.values(theirs))
        for (const fileId of [named.fileId, named.artifactId])
          expect(visible(await ask(way(tool, fileId)))).toEqual(absent);
      expect(JSON.stringify(absent)).toContain('is not a retrievable file of this project');
    },
  );

  test("a quote with the project's own file is made", async () => {
    const reply = await ask(['POST /tools/quote', { tool, ...inputOf(mine.named.fileId) }]);
    expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('"unit":"megapixel"')]);
  });
});
