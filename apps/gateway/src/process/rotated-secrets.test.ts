/** Pepper and URL secret are replaced gateway by gateway, as the page says, while clients send: no request is refused. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBeside, startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';

const [OLD, NEW] = ['the-old-secret-of-32-characters-x', 'the-new-secret-of-32-characters-x'];
/** The steps of the page. Two neighbours run side by side while gateways are restarted. */
const STEPS = [OLD, `${OLD},${NEW}`, `${NEW},${OLD}`, NEW] as const;

const settingsOf = (secrets: string) => ({ FAREBOX_KEY_PEPPER: secrets, FAREBOX_URL_SECRET: secrets });

let first: TestOperatorGateway;
let directory: string;
beforeAll(async () => {
  first = await startTestOperatorGateway(settingsOf(STEPS[0]));
  directory = await mkdtemp(join(tmpdir(), 'farebox-rotated-'));
});
afterAll(async () => {
  await first[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

test('at every step each of two neighbours accepts the keys and the addresses that any of them made', async () => {
  const project = await first.newProject();
  const session = await first.memberSession(project.id, 'ADMIN');
  const request = { name: 'build', scopes: ['project:read', 'tools:execute'] };
  const keys: string[] = [];
  const addresses: string[] = [];
  for (const [index, secrets] of STEPS.entries()) {
    const neighbours = STEPS.slice(Math.max(0, index - 1), index + 1);
    const gateways = [];
    for (const each of neighbours)
      gateways.push(await startBeside(first, { ...settingsOf(each), FAREBOX_DATA_DIR: directory }));
    for (const { operatorUrl, url } of gateways) {
      const issued = await fetch(`${operatorUrl}/projects/${project.id}/keys`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${session}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(request),
      });
      const { data } = (await issued.json()) as { data: { token: string } };
      keys.push(data.token);
      const upload = await fetch(`${url}/tools/upload-urls`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${data.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ mimeType: 'image/png', sizeBytesMax: 1000 }),
      });
      addresses.push(((await upload.json()) as { data: { uploadUrl: string } }).data.uploadUrl);
    }
    for (const { url } of gateways) {
      for (const key of keys) {
        const { status } = await fetch(`${url}/tools/project`, { headers: { Authorization: `Bearer ${key}` } });
        expect([secrets, status]).toEqual([secrets, 200]);
      }
      // Addresses live for minutes, and the last step waits for longer.
      for (const address of index === STEPS.length - 1 ? [] : addresses) {
        const to = `${url}/uploads/${address.slice(address.lastIndexOf('/') + 1)}`;
        const { status } = await fetch(to, { method: 'PUT', headers: { 'Content-Type': 'image/png' }, body: 'no png' });
        expect([secrets, status]).toEqual([secrets, 400]);
      }
    }
    for (const gateway of gateways) await gateway[Symbol.asyncDispose]();
  }
});
