/**
 * Runs the recovery commands that docs/backup-and-restore.md documents for your own servers. They restore PostgreSQL to
 * a point in time, with a bucket that keeps deleted objects. Needs three complete systems.
 */
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Prisma } from '@farebox/db';
import { createS3Store } from '@farebox/storage';
import {
  findInstalledPostgres,
  findProgram,
  openTestDatabase,
  runSql,
  startInstalledPostgres,
  startMinio,
  startProcess,
} from '@farebox/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { run } from '../program/run.ts';
import { recordingContext } from '../testing/recording-context.ts';
import { type Ask, artifactOf, ended, type Execution, executed, paidFor, running } from '../testing/running.ts';

const server = findInstalledPostgres();
const hasMinio = findProgram('minio', 'with Go: go install github.com/minio/minio@latest') !== null;
const hasClient = findProgram('mc', 'with Go: go install github.com/minio/mc@latest') !== null;

const PAGE = readFileSync(join(import.meta.dirname, '../../../../docs/backup-and-restore.md'), 'utf8');
/** The commands of the page below a heading. */
function told(heading: string): string {
  const section = PAGE.split(/^##+ /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const commands = Array.from(section.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, block = '']) => block).join('');
  expect(commands).not.toBe('');
  return commands;
}

let parent: string;
const at = (name: string): string => join(parent, name);
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'farebox-moment-'));
  chmodSync(parent, 0o755);
  for (const name of ['archive', 'server']) {
    mkdirSync(at(name), { mode: 0o700 });
    if (isRoot) chownSync(at(name), NOBODY, NOBODY);
  }
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** Runs the PostgreSQL programs as the user who owns the files that they write. */
async function shell(commands: string, env: Readonly<Record<string, string>>): Promise<void> {
  const as = isRoot ? `setpriv --reuid ${NOBODY} --regid ${NOBODY} --clear-groups -- ` : '';
  // A server that pg_ctl starts keeps the standard output that it inherits.
  const wrapped = { pg_basebackup: '', pg_ctl: `> '${at('server/said')}'`, psql: '' };
  const programs = Object.entries(wrapped).map(
    ([name, output]) =>
      `${name}() { (cd / && ${as}'${server?.bin}/${name}' "$@" ${output} 2>> '${at('server/said')}' < /dev/null); }`,
  );
  const script = `set -eu -o pipefail\nmc() { command mc --config-dir '${at('mc')}' "$@"; }\n${programs.join('\n')}\n${commands}`;
  const { code, stdout, stderr } = await startProcess({
    command: ['timeout', '120', 'bash', '-c', script],
    cwd: '/',
    env,
    stderr: 'keep',
  }).ended;
  expect(code, `${stdout}${stderr}`).toBe(0);
}

const STYLIZE = {
  tool: 'image-stylize',
  arguments: { source: { fileId: 'file_sample_photo' }, prompt: 'a watercolour', model: 'standard' },
};

async function stylized(ask: Ask): Promise<Execution> {
  const { data: quote } = await ask<{ priceVersion: string; maximumChargeMicros: number }>('/tools/quote', STYLIZE);
  const { priceVersion, maximumChargeMicros } = quote;
  return (await ask<Execution>('/tools/image-stylize', { ...STYLIZE, priceVersion, maximumChargeMicros })).data;
}

/** All charges that the simulated services have ever recorded. */
const charges = (): readonly string[] => readFileSync(at('data/simulator/costs.jsonl'), 'utf8').trim().split('\n');
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function farebox(...line: string[]): Promise<void> {
  const context = recordingContext({ env: { XDG_CONFIG_HOME: at('config') } });
  const code = await run([...line, '--data-dir', at('data')], context);
  expect([line, code, context.told]).toEqual([line, 0, []]);
}

test.skipIf(server === null || !hasMinio || !hasClient)(
  'after a recovery to a point in time, artifacts from before it are delivered, books and audit log are right, and no paid call is sent again',
  { timeout: 400_000 },
  async () => {
    const minio = (await startMinio())!;
    const { endpoint, accessKey, secretKey } = minio;
    const s3 = { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, S3_BUCKET: 'files' };
    const store = createS3Store({ endpoint, accessKey, secretKey, bucket: 'files', region: 'us-east-1' });
    await store.prepare();
    const host = endpoint.replace('http://', `http://${accessKey}:${secretKey}@`);
    const locations = {
      ARCHIVE: at('archive'),
      BASE: at('server/base'),
      PGDATA: at('server/restored'),
      BUCKET: 'farebox/files',
    };
    const settings = (/^```ini\n([\s\S]*?)^```$/m.exec(PAGE)?.[1] ?? '')
      .trim()
      .replaceAll('$ARCHIVE', locations.ARCHIVE);
    const old = await startInstalledPostgres(server!, at('server/first'), settings.split('\n'));
    const env = { ...s3, DATABASE_URL: old.appUrl, FAREBOX_MIGRATION_DATABASE_URL: old.ownerUrl };
    const vars = { ...locations, URL: old.superuserUrl, OWNER_URL: old.ownerUrl, MC_HOST_farebox: host };
    try {
      await shell(told('Once'), vars);
      const first = await running(
        at('data'),
        async (ask) => {
          const { data } = await ask<{ organization: { id: string } }>('/tools/project');
          return { organization: data.organization.id, execution: await paidFor(ask) };
        },
        { env },
      );
      await shell(told('Every day'), vars);
      const second = await running(
        at('data'),
        async (ask) => {
          await farebox('balance', 'top-up', '--amount', '1', '--reference', 'before-the-moment');
          const usage = (await ask<{ availableMicros: number }>('/tools/usage')).data;
          const paid = await ended(ask, (await stylized(ask)).id);
          return { usage, paid };
        },
        { env, idempotencyKey: 'sent-after-the-moment' },
      );
      expect(charges()).toHaveLength(1);
      // The point in time: the provider call is accepted, but not sent yet.
      const [step] = await runSql<{ moment: string }>(
        old.ownerUrl,
        `SELECT to_char(dispatched_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') || '+00' AS moment FROM execution_step WHERE execution_id = '${second.paid.id}'`,
      );
      // After that point, the artifact of the first execution and its object are deleted.
      const [file] = await runSql<{ object_key: string }>(
        old.ownerUrl,
        `UPDATE file SET expires_at = now(), deleted_at = now() WHERE execution_id = '${first.execution.id}' RETURNING object_key`,
      );
      await store.remove([file!.object_key]);
      expect(await store.stat(file!.object_key)).toBeNull();
      await runSql(old.superuserUrl, 'SELECT pg_switch_wal()::text');
      await old.stop();
      await shell(told('Back to a moment'), { ...vars, T: step!.moment });

      await running(
        at('data'),
        async (ask) => {
          expect((await ask('/tools/usage')).data).not.toEqual(second.usage); // the accepted execution holds money
          expect(await executed(ask)).toMatchObject({ status: 200, data: { id: first.execution.id } });
          const bytes = await artifactOf(ask, first.execution);
          expect(sha256(bytes)).toBe(first.execution.output.artifacts[0]!.sha256);
          const again = await ended(ask, second.paid.id);
          expect(again).toMatchObject({ status: 'succeeded', chargedMicros: second.paid.chargedMicros });
          expect(sha256(await artifactOf(ask, again))).toBe(again.output.artifacts[0]!.sha256);
          await farebox('audit', 'verify', '--organization', first.organization);
          await farebox('audit', 'verify');
          await booksAreRight(old.appUrl);
        },
        { env },
      );
      expect(charges()).toHaveLength(1);
    } finally {
      const restored = locations.PGDATA;
      if (existsSync(join(restored, 'postmaster.pid')))
        await shell('pg_ctl --pgdata="$PGDATA" --wait --mode=fast stop', vars);
      else if (existsSync(join(at('server/first'), 'cluster/postmaster.pid'))) await old.stop();
      await minio.stop();
    }
  },
);

/** Waits until the keeper has checked every transfer of the project without a finding. */
async function booksAreRight(url: string): Promise<void> {
  const database = openTestDatabase({ url, poolMax: 1, applicationName: 'test' });
  try {
    const isRead = async (): Promise<boolean> => {
      const [row] = await database.rows<{ read: boolean }>(Prisma.sql`
        SELECT bool_and(a.transfer_id IS NOT DISTINCT FROM t.last) AS read
        FROM (SELECT project_id, max(id) AS last FROM ledger_transfer GROUP BY project_id) AS t LEFT JOIN audit_account AS a USING (project_id)`);
      return row?.read === true;
    };
    await vi.waitUntil(isRead, { timeout: 120_000, interval: 500 });
    expect(await database.rows(Prisma.sql`SELECT rule, subject FROM audit_finding`)).toEqual([]);
  } finally {
    await database.close();
  }
}
