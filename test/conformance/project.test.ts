/** The project of a key. */
// Modes: embedded.
import { expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { identitiesOf } from './client/identities.ts';
import type { Project } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);

// spec 2.7: "GET /tools/project returns the organization and project the key belongs to."
// contract 4: "Project {organization: {id, name}, project: {id, name, environment}, key: {id, publicId, name, scopes, expiresAt}}"
test('the project resource has the organization, the project and the key, and nothing else', async () => {
  const { data } = await connect(keys.keysByScope['project:read']).get<Project>('/tools/project');
  expect(data).toEqual({
    organization: { id: expect.stringMatching(/^org_\w+$/), name: expect.any(String) },
    project: { id: expect.stringMatching(/^proj_\w+$/), name: expect.any(String), environment: 'test' },
    key: {
      id: expect.stringMatching(/^key_\w+$/),
      publicId: keys.keysByScope['project:read'].split('_')[2],
      name: expect.any(String),
      scopes: ['project:read'],
      expiresAt: expect.any(String),
    },
  });
});

// contract 6: "expiry optional (default one year)"
test('a key is valid for a year by default', async () => {
  const { data } = await connect(keys.key).get<Project>('/tools/project');
  const days = (Date.parse(data.key.expiresAt ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(360);
  expect(days).toBeLessThan(367);
});

// contract 1: "Times: RFC 3339 UTC with Z."
test('times are RFC 3339 in UTC', async () => {
  const { data } = await connect(keys.key).get<Project>('/tools/project');
  expect(data.key.expiresAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
});

// contract 1: "Unknown request fields are refused (400)."
test.each(['/tools/project', '/tools/usage', '/tools'])('an unknown query parameter of %s is refused', async (path) => {
  expect((await connect(keys.key2).get(`${path}?verbose=1`)).outcome).toBe('400 invalid_request');
});
