/** Between projects: what is hidden must look, byte for byte, like what does not exist. */
import { beforeAll, describe, expect, test } from 'vitest';
import { connect, type Reply } from './client/connect.ts';
import { quotedBatch, sendBatch } from './client/batches.ts';
import { ENDPOINTS } from './client/endpoints.ts';
import { completed, newIdempotencyKey, execute, quoted } from './client/executions.ts';
import { uploadedPng } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import type { ExecutionList, File } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const stranger = connect(keys.keyOther);
const ABSENT_EXECUTION = 'exe_06es4tm0h8x4v7s8w2a9k5d3qz';
const ABSENT_FILE = 'file_06es4tm0h8x4v7s8w2a9k5d3qz';
const ABSENT_BATCH = 'bat_06es4tm0h8x4v7s8w2a9k5d3qz';
/** What a request of the stranger may name: of the other project, or of nobody. */
let theirs: { readonly execution: string; readonly artifact: string; readonly upload: string; readonly batch: string };
const nobodys = { execution: ABSENT_EXECUTION, artifact: ABSENT_FILE, upload: ABSENT_FILE, batch: ABSENT_BATCH };
const idempotencyKey = newIdempotencyKey();

beforeAll(async () => {
  const owner = connect(keys.key);
  const source = await uploadedPng(owner, { width: 40, height: 40 });
  const end = await completed(keys, 'image-resize', { source: { fileId: source.id }, width: 10 });
  const { data: batch } = await sendBatch(
    owner,
    await quotedBatch(owner, 'image-analyze', [{ source: { fileId: source.id } }]),
  );
  const artifact = (end.output.artifacts[0] as File).id;
  theirs = { execution: end.id, artifact, upload: source.id, batch: batch.id };
  await execute(owner, await quoted(owner, 'image-analyze', { source: { fileId: source.id } }), idempotencyKey);
}, 100_000);

type Ids = typeof nobodys;
const routes: Readonly<Record<string, (ids: Ids) => Promise<Reply>>> = {
  'GET /tools/executions/{id}': ({ execution }) => stranger.get(`/tools/executions/${execution}`),
  'GET /tools/executions/{id}/events': ({ execution }) => stranger.get(`/tools/executions/${execution}/events`),
  'POST /tools/executions/{id}/cancel': ({ execution }) => stranger.post(`/tools/executions/${execution}/cancel`),
  'GET /tools/executions/{id}/artifacts/{artifactId}/download': ({ execution, artifact }) =>
    stranger.get(`/tools/executions/${execution}/artifacts/${artifact}/download`),
  'GET list before': ({ execution }) => stranger.get(`/tools/executions?before=${execution}`),
  'GET /tools/batches/{id}': ({ batch }) => stranger.get(`/tools/batches/${batch}`),
  'GET /tools/batches/{id}/results': ({ batch }) => stranger.get(`/tools/batches/${batch}/results`),
  'POST /tools/batches/{id}/cancel': ({ batch }) => stranger.post(`/tools/batches/${batch}/cancel`),
  'GET batches before': ({ batch }) => stranger.get(`/tools/batches?before=${batch}`),
  'POST quote of an upload': ({ upload }) =>
    stranger.post('/tools/quote', { tool: 'image-analyze', arguments: { source: { fileId: upload } } }),
  'POST quote of an artifact': ({ artifact }) =>
    stranger.post('/tools/quote', { tool: 'image-analyze', arguments: { source: { fileId: artifact } } }),
};

// contract 2: "Another project's id answers exactly like one that does not exist"
test('every endpoint whose path names an execution or a file is in the table above', () => {
  const named = ENDPOINTS.filter(({ template }) => /\{(id|artifactId)\}/.test(template));
  const rows = Object.keys(routes);
  expect(named.filter(({ method, template }) => !rows.includes(`${method} ${template}`))).toEqual([]);
  expect(named.length).toBeGreaterThanOrEqual(3);
});

/** Everything a client can see, except what differs between any two requests. */
const visible = ({ status, text, error, headers }: Reply) => ({
  status,
  body: text.replaceAll(error.requestId ?? '(none)', ''),
  headers: [...headers].filter(([name]) => !['date', 'x-request-id', 'ratelimit'].includes(name)),
});

// contract 2: "Another project's id answers exactly like one that does not exist"
describe.each(Object.entries(routes))('%s', (_, ask) => {
  test('answers an id of another project byte for byte like one that does not exist', async () => {
    const [hidden, absent] = [await ask(theirs), await ask(nobodys)];
    expect(hidden.status).toBeGreaterThanOrEqual(400);
    expect(visible(hidden)).toEqual(visible(absent));
  });
});

// contract 2: "Another project's id answers exactly like one that does not exist"
test('an artifact of another project is not found under an execution of one’s own either', async () => {
  const source = await uploadedPng(stranger);
  const mine = await execute(stranger, await quoted(stranger, 'image-analyze', { source: { fileId: source.id } }));
  const ask = (artifact: string) => stranger.get(`/tools/executions/${mine.data.id}/artifacts/${artifact}/download`);
  const [hidden, absent] = [await ask(theirs.artifact), await ask(ABSENT_FILE)];
  expect(hidden.outcome).toBe('404 artifact_unavailable');
  expect(visible(hidden)).toEqual(visible(absent));
});

// spec 4: "GET /tools/executions … List executions of the project"
test('the list of a project shows no execution of another, by no filter', async () => {
  for (const query of ['?limit=100', `?idempotencyKey=${idempotencyKey}`, '?tool=image-resize', '?status=succeeded']) {
    const { data } = await stranger.get<ExecutionList>(`/tools/executions${query}`);
    expect(data.executions.map(({ id }) => id)).not.toContain(theirs.execution);
  }
});
