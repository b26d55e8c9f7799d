/**
 * Endpoints outside the route table × everything of another project that they can name, by every method. The types of the
 * app's endpoints and the tool list of the MCP server make the matrix complete. A hidden thing gets the same bytes as a
 * missing one, and stays unchanged.
 */
import { METHODS } from 'node:http';
import type { EventUrl, Quote, UploadUrl } from '@farebox/contract';
import { createRunnerFiles, stagedKey } from '@farebox/files';
import { createProject, revokeKey } from '@farebox/identity';
import { micros } from '@farebox/kernel';
import { topUp } from '@farebox/ledger';
import type { TSchema } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Door } from '../http/app.ts';
import { projectOf, type TestProject, URL_SECRET } from '../testing/gateway.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';
import { tusRequests } from '../testing/resumable.fixture.ts';
import { newRunner, offerRun } from '../testing/runs.fixture.ts';
import { callsOn, fieldsNobodyAsks, type NamedToAgents, quoteIdOf, SAMPLE, type Terms } from './agent-calls.fixture.ts';
import { NOBODYS } from './public-requests.fixture.ts';
import { send } from './sent.fixture.ts';
import { newTenant, type Tenant } from './tenants.fixture.ts';

const STRANGERS = ['another organization', 'another project of the organization'] as const;
type Stranger = Tenant & { readonly terms: Terms };

let gateway: TestOperatorGateway;
let own: TestProject;
let theirs: Tenant;
let strangers: Readonly<Record<(typeof STRANGERS)[number], Stranger>>;

beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  own = await gateway.newProject();
  const { organizationId } = await gateway.database.prisma.project.findUniqueOrThrow({ where: { id: own.id } });
  const sibling = await createProject(gateway.database, { organizationId, name: 'Sibling' });
  await topUp(gateway.database, { projectId: sibling, amountMicros: micros(1_000_000), reference: 'of the matrix' });
  const near = projectOf(gateway.database, sibling);
  const strangerOf = async (project: TestProject): Promise<Stranger> => {
    const tenant = await newTenant(gateway, project, 'mine');
    return { ...tenant, terms: await termsOf(tenant) };
  };
  const [far, sister, tenant] = await Promise.all([
    gateway.newProject().then(strangerOf),
    strangerOf(near),
    newTenant(gateway, own, 'theirs'),
  ]);
  strangers = { 'another organization': far, 'another project of the organization': sister };
  theirs = tenant;
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

const termsOf = async ({ key }: Tenant): Promise<Terms> =>
  (await gateway.call<Quote>('POST /tools/quote', { key, json: SAMPLE })).data;

/** A path of the other project, and paths where nothing exists. */
interface Paths {
  readonly hidden: string;
  readonly absent: readonly string[];
  /**
   * True if the path is also requested without a key. A valid URL is a secret that works without a key, so that only a key
   * of another project is a stranger there.
   */
  readonly withoutKey: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

const pathOf = (address: string): string => address.slice(address.startsWith(gateway.url) ? gateway.url.length : 0);
/** Changes one character of the seal. */
const changed = (path: string): string =>
  path.replace(/[^/?]{9}(?=[^/?]*(\?|$))/, (text) => text.slice(0, -1) + (text.endsWith('A') ? 'B' : 'A'));

async function uploadAddress(key: string): Promise<string> {
  const json = { mimeType: 'image/png', sizeBytesMax: 1_000 };
  return pathOf((await gateway.call<UploadUrl>('POST /tools/upload-urls', { key, json })).data.uploadUrl);
}

async function eventAddress(key: string, json: object = {}): Promise<string> {
  return pathOf((await gateway.call<EventUrl>('POST /tools/event-urls', { key, json })).data.url);
}

async function downloadAddress({ key, named: { executionId, artifactId } }: Tenant): Promise<string> {
  const path = `/tools/executions/${executionId}/artifacts/${artifactId}/download`;
  return pathOf((await gateway.call<{ url: string }>(`GET ${path}`, { key })).data.url);
}

const tusOf = (key: string) => tusRequests(() => ({ url: gateway.url, key }));

/** Documents belong to no project. The tools of agents are tested below. */
const DOORS: Readonly<Record<Door, () => Promise<readonly Paths[]>>> = {
  documents: async () => [],
  agents: async () => [],
  downloads: async () => {
    const path = await downloadAddress(theirs); // the object does not exist
    const absent = [`/files/${'A'.repeat(80)}${path.slice(path.indexOf('?'))}`, '/files/nothing'];
    return [
      { hidden: path, absent, withoutKey: true },
      { hidden: changed(path), absent, withoutKey: true },
      { hidden: (await uploadAddress(theirs.key)).replace('/uploads/', '/files/'), absent, withoutKey: true },
    ];
  },
  runnerFiles: async () => {
    const files = createRunnerFiles({ publicUrl: new URL(gateway.url), urlSecret: URL_SECRET });
    const { executionId } = theirs.named;
    const file = {
      projectId: own.id,
      runner: 'acme-read-text',
      key: stagedKey({ projectId: own.id, executionId, step: 0, n: 0 }), // no such object
      expiresAt: new Date(Date.now() + 3_600_000),
    };
    const get = pathOf(files.urlOf({ ...file, operation: 'get', mimeType: 'image/png' }));
    const put = pathOf(files.urlOf({ ...file, operation: 'put', sizeBytesMax: 100 }));
    const absent = ['/runner-files/nothing', `/runner-files/${'A'.repeat(get.length - '/runner-files/'.length)}`];
    const download = (await downloadAddress(theirs)).replace('/files/', '/runner-files/');
    const upload = (await uploadAddress(theirs.key)).replace('/uploads/', '/runner-files/');
    return [get, changed(get), changed(put), download, upload].map((hidden) => ({ hidden, absent, withoutKey: true }));
  },
  runs: async () => {
    const [{ tool }, absent] = [await newRunner(gateway), [`/runs/exe_${'0'.repeat(26)}.0/report`]];
    const hidden = `/runs/${await offerRun(gateway, tool)}/report`;
    return [{ hidden, absent, withoutKey: true }];
  },
  signedEvents: async () => {
    const { token, keyId } = await own.newKey();
    const { executionId } = theirs.named;
    const [ended, path] = [await eventAddress(token), await eventAddress(theirs.key, { executionId })];
    await revokeKey(gateway, { projectId: own.id, keyId });
    const absent = ['/event-streams/nothing', `/event-streams/${'A'.repeat(path.length - '/event-streams/'.length)}`];
    const download = (await downloadAddress(theirs)).replace('/files/', '/event-streams/');
    const upload = (await uploadAddress(theirs.key)).replace('/uploads/', '/event-streams/');
    const resumable = pathOf(await tusOf(theirs.key).opened()).replace('/resumable-uploads/', '/event-streams/');
    const never = [changed(path), changed(ended), ended, download, upload, resumable];
    return never.map((hidden) => ({ hidden, absent, withoutKey: true }));
  },
  signedUploads: async () => {
    const { token, keyId } = await own.newKey();
    const [ended, path] = [await uploadAddress(token), await uploadAddress(theirs.key)];
    await revokeKey(gateway, { projectId: own.id, keyId });
    const absent = ['/uploads/nothing', `/uploads/${'A'.repeat(path.length - '/uploads/'.length)}`];
    const download = (await downloadAddress(theirs)).replace('/files/', '/uploads/');
    const resumable = pathOf(await tusOf(theirs.key).opened()).replace('/resumable-uploads/', '/uploads/');
    const events = (await eventAddress(theirs.key)).replace('/event-streams/', '/uploads/');
    return [changed(path), ended, download, resumable, events].map((hidden) => ({ hidden, absent, withoutKey: true }));
  },
  resumableUploads: async () => {
    const path = pathOf(await tusOf(theirs.key).opened());
    const absent = ['/resumable-uploads/nothing', `/resumable-uploads/${'A'.repeat(path.length - 19)}`];
    const headers = {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    };
    const upload = (await uploadAddress(theirs.key)).replace('/uploads/', '/resumable-uploads/');
    return [
      { hidden: path, absent, withoutKey: false, headers },
      { hidden: changed(path), absent, withoutKey: true, headers },
      { hidden: upload, absent, withoutKey: true, headers },
    ];
  },
};

/** Every method but CONNECT, which has no path. */
const EVERY = METHODS.filter((method) => method !== 'CONNECT');
const READING = ['GET', 'HEAD', 'OPTIONS'];

test.each(Object.keys(DOORS) as Door[])('%s hide the files of other projects, by every method', async (door) => {
  const keys = STRANGERS.map((name) => strangers[name].key);
  for (const paths of await DOORS[door]())
    for (const method of EVERY)
      for (const key of paths.withoutKey ? [null, ...keys] : keys) await expectHidden(paths, method, key);
});

async function expectHidden({ hidden, absent, headers = {} }: Paths, method: string, key: string | null) {
  const body = READING.includes(method) ? undefined : 'a body';
  const authorization = key === null ? {} : { Authorization: `Bearer ${key}` };
  const length = body === undefined ? {} : { 'Content-Length': String(body.length) };
  const ask = (path: string) =>
    send(gateway.url, { method, path, body, headers: { ...headers, ...authorization, ...length } });
  const seen = await ask(hidden);
  for (const path of absent) expect(seen, `${method} ${hidden}`).toEqual(await ask(path));
}

test('a resumable upload is unchanged after every kind of request of other projects', async () => {
  const tus = tusOf(theirs.key);
  const path = pathOf(await tus.opened());
  const body = new Uint8Array(10);
  for (const name of STRANGERS) {
    const { key } = strangers[name];
    expect((await tus.patch(path, { offset: 0, body, as: key })).status).toBe(404);
    expect((await tus.send({ method: 'DELETE', path, as: key })).status).toBe(404);
  }
  expect(await tus.offsetOf(path)).toBe(0);
});

interface Tool {
  readonly name: string;
  readonly inputSchema: TSchema;
}

const toAgents = (method: string, params: object, key: string) =>
  send(gateway.url, {
    method: 'POST',
    path: '/mcp',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });

test('the matrix covers every field of every MCP tool that can name something of a project', async () => {
  const { text } = await toAgents('tools/list', {}, theirs.key);
  const { tools } = (JSON.parse(text.replace(/^[^{]*/, '')) as { result: { tools: readonly Tool[] } }).result;
  const calls = callsOn(await termsOf(theirs));
  expect(tools.map(({ name }) => name).toSorted()).toEqual(Object.keys(calls).toSorted());
  expect(tools.map(({ name, inputSchema }) => [name, fieldsNobodyAsks(inputSchema, calls[name] ?? [])])).toEqual(
    tools.map(({ name }) => [name, []]),
  );
});

test.each(STRANGERS)('MCP tools reveal nothing of a project to %s', async (stranger) => {
  const { key, named, terms } = strangers[stranger];
  const nonces = { mine: '01'.repeat(12), theirs: '02'.repeat(12), nobodys: '03'.repeat(12) };
  const termsOfTheirs = await termsOf(theirs);
  const whose = {
    mine: { ...named, quoteId: quoteIdOf(SAMPLE, terms, nonces.mine) },
    theirs: { ...theirs.named, quoteId: quoteIdOf(SAMPLE, termsOfTheirs, nonces.theirs) },
    nobodys: { ...NOBODYS, positionId: '', quoteId: quoteIdOf(SAMPLE, termsOfTheirs, nonces.nobodys) },
  } satisfies Readonly<Record<string, NamedToAgents>>;
  const params = {
    name: 'execute',
    arguments: { ...SAMPLE, quoteId: whose.theirs.quoteId, maxChargeMicros: 1_000_000, waitSeconds: 0 },
  };
  expect((await toAgents('tools/call', params, theirs.key)).text).toContain('"status');
  for (const [name, calls] of Object.entries(callsOn(terms)))
    for (const call of calls) {
      const ask = (of: NamedToAgents) => toAgents('tools/call', { name, arguments: call(of) }, key);
      const [hidden, absent] = [await ask(whose.theirs), await ask(whose.nobodys)];
      expect(hidden, name).toEqual(absent);
      expect((await ask(whose.mine)).text, name).not.toBe(hidden.text);
    }
});
