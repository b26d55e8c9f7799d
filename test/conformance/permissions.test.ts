/** What an authenticated key may do: its scopes, its owner's role, and whether its project may execute. */
import { describe, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { ENDPOINT_ROWS } from './client/endpoints.ts';
import { accepted, execute, quoted, settled, withoutRehearsal } from './client/executions.ts';
import { analysis, upload } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import { SCOPES, type Project, type Quote } from './client/wire.ts';
import { png } from './samples/images.ts';

const keys = identitiesOf(import.meta.filename);
const absent = 'exe_00000000000000000000000000';

/** The body is one that every endpoint refuses. */
const ask = (key: string, method: 'GET' | 'POST', path: string) =>
  method === 'GET' ? connect(key).get(path) : connect(key).post(path, '{');

describe.each(ENDPOINT_ROWS)('%s %s', (method, path, scope) => {
  // spec 5.2: "Each endpoint needs the permission listed in Section 4."
  test(`is open to a key that has only ${scope}`, async () => {
    expect((await ask(keys.keysByScope[scope], method, path)).status).not.toBe(403);
  });

  // spec 5.3: "A key lacking a permission gets HTTP 403 with error.status = PERMISSION_DENIED and error.message = platform_api_key_scope_required."
  test(`is refused to a key that has every scope but ${scope}, before its body is looked at`, async () => {
    const others = SCOPES.filter((each) => each !== scope);
    const replies = await Promise.all(others.map((each) => ask(keys.keysByScope[each], method, path)));
    expect(replies.map(({ outcome }) => outcome)).toEqual(others.map(() => '403 platform_api_key_scope_required'));
    expect(replies[0]?.error.status).toBe('PERMISSION_DENIED');
  });
});

// spec 5.2: "Each endpoint needs the permission listed in Section 4."
// contract 6: "MEMBER may do what its scopes say"
test('each scope alone is enough for all that its endpoints do, to the download', async () => {
  const by = (scope: (typeof SCOPES)[number]) => connect(keys.keysByScope[scope]);
  const [tools, executing, executions] = [by('tools:read'), by('tools:execute'), by('executions:read')];
  expect((await by('project:read').get('/tools/project')).outcome).toBe('200');
  expect((await by('usage:read').get('/tools/usage')).outcome).toBe('200');
  expect((await tools.get('/tools')).outcome).toBe('200');
  const file = await upload(executing, 'image/png', await png());
  const request = await quoted(tools, 'image-resize', { source: { fileId: file.data.id }, width: 8 });
  const started = await execute(executing, request);
  expect([file.outcome, started.outcome]).toEqual(['200', '202']);
  const end = await settled(keys, started.data.id);
  const path = `/tools/executions/${end.id}`;
  expect((await executions.get('/tools/executions')).outcome).toBe('200');
  expect((await executions.get(path)).outcome).toBe('200');
  expect((await executions.get(`${path}/artifacts/${end.output.artifacts[0]?.id}/download`)).outcome).toBe('200');
  expect((await executing.post(`${path}/cancel`)).outcome).toBe('400 execution_already_finished');
});

// contract 6: "VIEWER may read but not upload, execute or cancel (403 project_permission_required)"
describe('a VIEWER with every scope', () => {
  const viewer = connect(keys.keyViewer);

  test('may read', async () => {
    const paths = ['/tools', '/tools/project', '/tools/usage', '/tools/executions'];
    const replies = await Promise.all(paths.map((path) => viewer.get(path)));
    expect(replies.map(({ outcome }) => outcome)).toEqual(paths.map(() => '200'));
  });

  test('may not upload, execute or cancel', async () => {
    const owner = connect(keys.key);
    const request = await quoted(owner, 'image-analyze', await analysis(owner));
    const { id } = await accepted(owner, 'image-analyze', request.arguments);
    const replies = [
      await upload(viewer, 'image/png', await png()),
      await execute(viewer, request),
      await viewer.post(`/tools/executions/${id}/cancel`),
    ];
    expect(replies.map(({ outcome }) => outcome)).toEqual(replies.map(() => '403 project_permission_required'));
  });
});

// contract 4: "a switched-off project shows as a blocker of the quote"
test.skipIf(withoutRehearsal())('a project that is switched off is quoted, with the switch as a blocker', async () => {
  const reply = await connect(keys.keySwitchedOff).post<Quote>('/tools/quote', { tool: 'rehearsal', arguments: {} });
  expect([reply.outcome, reply.data.blockers]).toEqual(['200', ['project_permission_required']]);
  expect(reply.data.maximumChargeMicros).toBeGreaterThan(0);
});

// contract 6: "and so may every key of a project whose execution is switched off"
test('a key of a project that is switched off may read and quote but not upload, execute or cancel', async () => {
  const off = connect(keys.keySwitchedOff);
  expect((await off.get('/tools')).outcome).toBe('200');
  expect((await off.post('/tools/quote', '{}')).status).toBe(400);
  expect((await upload(off, 'image/png', await png())).outcome).toBe('403 project_permission_required');
  const reply = await off.post('/tools/image-analyze', {}, { 'Idempotency-Key': 'switched-off' });
  expect(reply.outcome).toBe('403 project_permission_required');
  expect((await off.post(`/tools/executions/${absent}/cancel`)).outcome).toBe('403 project_permission_required');
});

// contract 6: "MEMBER may do what its scopes say"
// contract 4: "Project {organization: {id, name}, project: {id, name}, key: {id, name, scopes, expiresAt}}"
test.each(SCOPES)('the project resource tells that a key may %s', async (scope) => {
  const { data } = await connect(keys.key).get<Project>('/tools/project');
  expect(data.key.scopes).toContain(scope);
});
