/** Runs operator commands as a user types them, against a complete system on a data folder, without any setup. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { run } from '../program/run.ts';
import { recordingContext } from '../testing/recording-context.ts';
import { running } from '../testing/running.ts';

const directory = mkdtempSync(join(tmpdir(), 'farebox-commands-'));
chmodSync(directory, 0o755);
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const env = { XDG_CONFIG_HOME: join(directory, 'config') };
const data = join(directory, 'data');

async function farebox(line: string, answers?: string[]) {
  const context = recordingContext({ env }, answers);
  const code = await run([...line.split(' '), '--data-dir', data], context);
  return { code, said: context.said.join('\n'), told: context.told.join('\n') };
}

async function answered<T>(line: string): Promise<T> {
  const { code, said, told } = await farebox(`${line} --json`);
  expect([line, code, told]).toEqual([line, 0, '']);
  return JSON.parse(said) as T;
}

interface Head {
  readonly chain: string;
  readonly head: { readonly number: number; readonly hash: string };
}

/** A rewritten chain verifies by itself, but not against a head that was kept elsewhere. */
async function provesKeptHeads(organization: string): Promise<void> {
  const file = join(directory, 'head.json');
  const verify = `audit verify --organization ${organization}`;
  const line = `${verify} --kept ${file}`;
  const keep = (head: Head): void => writeFileSync(file, JSON.stringify(head));
  const now = await answered<Head>(verify);
  expect(now.head.number).toBeGreaterThan(1);
  keep(now);
  expect((await farebox(line)).code).toBe(0);
  await answered('balance top-up --amount 1 --reference after-the-head-was-kept');
  expect((await farebox(line)).code).toBe(0);
  keep({ ...now, head: { ...now.head, hash: '0'.repeat(64) } });
  expect(await farebox(line)).toMatchObject({ code: 1, told: expect.stringMatching(/has changed.*rewritten/) });
  keep({ ...now, head: { ...now.head, number: 1_000 } });
  expect(await farebox(line)).toMatchObject({
    code: 1,
    told: expect.stringMatching(/entry 1000 .*no longer exists/),
  });
  keep({ ...now, chain: 'platform' });
  expect((await farebox(line)).code).toBe(2);
  writeFileSync(file, '{}');
  expect((await farebox(line)).code).toBe(2);
}

/** Verifies the heads of all chains from one file. */
async function provesHeadsOfAll(organization: string): Promise<void> {
  const file = join(directory, 'heads.json');
  const keep = (heads: readonly Head[]): void => writeFileSync(file, JSON.stringify({ verifications: heads }));
  const { verifications: heads } = await answered<{ verifications: readonly Head[] }>('audit verify-all --limit 1');
  expect(heads.map(({ chain }) => chain)).toEqual(['platform', organization]);
  keep(heads);
  await answered('balance top-up --amount 1 --reference after-the-heads-were-kept');
  for (const line of ['audit verify-all', `audit verify --organization ${organization}`, 'audit verify'])
    expect(await farebox(`${line} --kept ${file}`), line).toMatchObject({ code: 0, told: '' });
  keep([...heads, { chain: `org_${'0'.repeat(26)}`, head: { number: 1, hash: '0'.repeat(64) } }]);
  expect(await farebox(`audit verify-all --kept ${file}`)).toMatchObject({
    code: 1,
    told: expect.stringContaining(`org_${'0'.repeat(26)}, whose head was kept, no longer exists`),
  });
}

interface Issued {
  readonly token: string | null;
  readonly key: { readonly id: string; readonly revokedAt: string | null };
}
interface Keys {
  readonly keys: readonly Issued['key'][];
}
const revokedAt = async (id: string): Promise<string | null | undefined> =>
  (await answered<Keys>('key list')).keys.find((key) => key.id === id)?.revokedAt;

test('the operator commands work on the running embedded system without setup', async () => {
  await running(data, async (ask) => {
    // People get a table, programs get JSON.
    expect((await farebox('key list')).said).toMatch(/^id +publicId.*\n.*Demo key/);
    const issued = await answered<Issued>('key issue --as demo --name ci --scopes project:read usage:read');
    const { id } = issued.key;
    expect(issued.token).toMatch(/^fb_test_/);

    // A script gets a single field unchanged.
    expect((await farebox('key list --field keys.0.id')).said).toBe(id);
    expect(await farebox('key list --field keys.0.secret')).toMatchObject({ code: 1, said: '' });

    // An act that cannot be undone asks first. No answer, or any answer but yes, changes nothing.
    expect((await farebox(`key revoke ${id}`)).code).toBe(5);
    expect(await farebox(`key revoke ${id}`, ['y'])).toMatchObject({ code: 5, told: expect.stringContaining(id) });
    expect(await revokedAt(id)).toBeNull();
    expect((await farebox(`key revoke ${id}`, ['yes'])).code).toBe(0);
    expect(await revokedAt(id)).toEqual(expect.any(String));

    // Amounts are USD with six decimals. A repeated idempotency key does nothing twice.
    const before = await ask<{ availableMicros: number }>('/tools/usage');
    const line = 'balance top-up --amount 0.000001 --reference a --idempotency-key command-line-1';
    expect((await farebox(line)).said).toMatch(/available +10\.000001 USD/);
    expect((await farebox(line)).told).toContain('done earlier');
    const after = await ask<{ availableMicros: number }>('/tools/usage');
    expect(after.data.availableMicros - before.data.availableMicros).toBe(1);

    // A refusal by the system is shown with the system's message.
    expect(await farebox(`key revoke key_${'0'.repeat(26)} --yes`)).toMatchObject({
      code: 3,
      told: `farebox: not_found: there is no key key_${'0'.repeat(26)} in the project ${await projectOf()}: check the id`,
    });

    // An id is enough to find a thing. A whole key may be pasted: the request has only its public part.
    const projectId = await projectOf();
    const publicId = issued.token?.split('_')[2];
    for (const name of [publicId, id, issued.token])
      expect(await answered(`key show ${name}`), name ?? '').toMatchObject({
        id,
        publicId,
        project: { id: projectId },
      });
    const nobody = `exe_${'0'.repeat(26)}`;
    const absence = `farebox: not_found: there is no execution ${nobody}`;
    expect(await farebox(`execution show ${nobody}`)).toMatchObject({ code: 3, told: `${absence}: check the id` });
    expect((await farebox(`execution show ${nobody} --project ${projectId}`)).told).toBe(
      `${absence} in the project ${projectId}: check the id`,
    );
    expect((await farebox('provider list --as nobody')).told).toMatch(/^farebox: not_found: only platform operators/);
    expect((await farebox('key list --as nobody')).code).toBe(3);

    // The audit log has every act, has pages, and verifies.
    const project = (await answered<{ entries: { act: string }[] }>(`audit list --project ${await projectOf()}`))
      .entries;
    expect(project.map(({ act }) => act)).toEqual(
      expect.arrayContaining(['key.issue', 'key.revoke', 'balance.top_up']),
    );
    const paged = await answered<{ entries: unknown[] }>(`audit list --project ${await projectOf()} --limit 1 --all`);
    expect(paged.entries.length).toBe(project.length);
    expect(await answered('audit verify')).toMatchObject({ chain: 'platform', problem: null });
    const { data: own } = await ask<{ organization: { id: string } }>('/tools/project');
    await provesKeptHeads(own.organization.id);
    await provesHeadsOfAll(own.organization.id);

    async function projectOf(): Promise<string> {
      return (await ask<{ project: { id: string } }>('/tools/project')).data.project.id;
    }
  });
});

test('without a running system, one line says what to do', async () => {
  const { code, told } = await farebox('key list');
  expect([code, told]).toEqual([2, expect.stringMatching(/^farebox: no system runs in .+--profile$/)]);
});
